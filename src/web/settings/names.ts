import type { SettingKey } from '#contract/settings/names.ts';

type Flat<Key extends string> = Key extends `${infer Group}.${infer Name}` ? `${Group}_${Name}` : never;

/** The texts of `brand.name` are `settings.brand_name` and `settings.brand_name_hint`. */
export const nameKeyOf = <Key extends SettingKey>(key: Key): `settings.${Flat<Key>}` =>
  `settings.${key.replace('.', '_') as Flat<Key>}`;
