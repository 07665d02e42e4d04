import { fromDecimal, toDecimal } from '#contract/money.ts';
import type { Deal } from '#contract/trading-records.ts';

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

/** What deals of accounts in one currency came to: profit, swap, commission and fee of all. */
export const netOf = (deals: readonly Amounts[], currency: string): string =>
  sum(
    deals.flatMap(({ profit, swap, commission, fee }) => [profit, swap, commission, fee]),
    currency,
  );
