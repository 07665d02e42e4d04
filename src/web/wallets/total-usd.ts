import type { Wallet } from '#contract/wallets/endpoints.ts';
import { sumIn } from '#web/platform/sum-in.ts';

/** What all wallets are worth together, in USD: the sum of what each line shows. */
export const totalUsd = (wallets: readonly Pick<Wallet, 'balance'>[]): string =>
  sumIn(
    'USD',
    wallets.map(({ balance }) => balance),
  );
