import type { HouseKey } from '#contract/settings-names.ts';

type Flat<Key extends string> = Key extends `${infer Group}.${infer Name}` ? `${Group}_${Name}` : never;

/** `brand.name` is told by the texts `house.brand_name` and `house.brand_name_hint`. */
export const nameKeyOf = <Key extends HouseKey>(key: Key): `house.${Flat<Key>}` =>
  `house.${key.replace('.', '_') as Flat<Key>}`;
