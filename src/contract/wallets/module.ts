import type { Declaration } from '#contract/declaration.ts';

export const wallets = {
  jobs: ['wallets.purge_quotes'],
} as const satisfies Declaration;
