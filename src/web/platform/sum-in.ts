import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';

/** What amounts of one currency add up to. */
export const sumIn = (currency: string, amounts: readonly string[]): string =>
  toDecimal(
    amounts.reduce((sum, amount) => sum + fromDecimal(amount, currency), 0n),
    currency,
  );
