import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Deal } from '#contract/trading/records.ts';

type Amounts = Pick<Deal, 'profit' | 'swap' | 'commission' | 'fee'>;

function sum(amounts: readonly string[], currency: string): string {
  return toDecimal(
    amounts.reduce((total, amount) => total + fromDecimal(amount, currency), 0n),
    currency,
  );
}

/** What a deal cost: swap, commission and fee together, negative where the client paid. */
export const costsOf = ({ swap, commission, fee }: Amounts, currency: string): string =>
  sum([swap, commission, fee], currency);

/** What it came to: profit, swap, commission and fee together. */
export const netOf = ({ profit, swap, commission, fee }: Amounts, currency: string): string =>
  sum([profit, swap, commission, fee], currency);
