import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { PaymentTerms } from '#contract/payments/endpoints.ts';

/** The most that may be moved now: by all limits and, where money leaves a wallet, by what it has. */
export function mostNow({ currency, now }: PaymentTerms, available = now): string {
  return fromDecimal(available, currency) < fromDecimal(now, currency) ? available : now;
}

/** Amounts that a deposit may begin with: ten, fifty and a hundred times the least, as far as the client's limits go. */
export function quickAmounts({ currency, min, now }: PaymentTerms): string[] {
  const least = fromDecimal(min, currency);
  const most = fromDecimal(now, currency);
  return [10n, 50n, 100n]
    .map((times) => least * times)
    .filter((amount) => amount > 0n && amount <= most)
    .map((amount) => toDecimal(amount, currency));
}

/** A quarter, a half and all of the most, as far as each is not less than the least. */
export function sharesOf({ currency, min }: PaymentTerms, most: string): { amount: string; percent: number }[] {
  const [least, all] = [fromDecimal(min, currency), fromDecimal(most, currency)];
  return [25, 50, 100]
    .map((percent) => ({ percent, minor: (all * BigInt(percent)) / 100n }))
    .filter(({ minor }) => minor > 0n && minor >= least)
    .map(({ percent, minor }) => ({ percent, amount: toDecimal(minor, currency) }));
}
