import type { Declaration } from '#contract/declaration.ts';

export const market = {
  jobs: ['market.candles', 'market.purge', 'market.rates'],
} as const satisfies Declaration;
