import { declarations, type Declared } from '#contract/modules.ts';
import type { AdapterTerms } from './names.ts';

type Keys<M> = M extends unknown ? keyof M & string : never;
/** Any adapter that a module declares. */
export type AdapterName = Keys<Declared<'adapters'>>;

type FieldsOf<M> = M extends unknown
  ? {
      [Name in keyof M]: M[Name] extends { settings: infer S; secrets: infer X } ? (keyof S | keyof X) & string : never;
    }[keyof M]
  : never;
/** Any setting or secret of an adapter. */
export type AdapterFieldName = FieldsOf<Declared<'adapters'>>;

const terms: ReadonlyMap<string, AdapterTerms> = new Map(
  declarations.flatMap(({ adapters = {} }) => Object.entries(adapters)),
);
export const adapterTerms = (name: string): AdapterTerms | undefined => terms.get(name);
