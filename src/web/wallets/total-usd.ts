import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';

/** What all wallets are worth together, in USD: the sum of what each line shows. */
export const totalUsd = (wallets: readonly Pick<Wallet, 'balance'>[]): string =>
  toDecimal(
    wallets.reduce((sum, { balance }) => sum + fromDecimal(balance, 'USD'), 0n),
    'USD',
  );
