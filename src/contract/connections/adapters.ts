import { declarations } from '#contract/modules.ts';
import type { AdapterTerms } from './names.ts';

const terms: ReadonlyMap<string, AdapterTerms> = new Map(
  declarations.flatMap(({ adapters = {} }) => Object.entries(adapters)),
);
export const adapterTerms = (name: string): AdapterTerms | undefined => terms.get(name);
