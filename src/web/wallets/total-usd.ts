import { fromDecimal, toDecimal } from '#contract/money.ts';
import type { Wallet } from '#contract/wallets.ts';

/** What all wallets are worth together, in USD: the sum of what each line shows. */
export const totalUsd = (wallets: readonly Pick<Wallet, 'balance'>[]): string =>
  toDecimal(
    wallets.reduce((sum, { balance }) => sum + fromDecimal(balance, 'USD'), 0n),
    'USD',
  );
