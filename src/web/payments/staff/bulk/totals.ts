import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import type { BulkAction } from './plan.ts';

/** What an act moves of a withdrawal: a provider pays out what is left after the fee. */
export const movedBy = (
  action: BulkAction,
  { amount, net, currency }: Pick<QueueRow, 'amount' | 'net' | 'currency'>,
): { amount: string; currency: string } => ({ amount: action === 'send_payout' ? net : amount, currency });

/** The sum in each currency, in the order in which the currencies appear. */
export function totalsOf(
  rows: readonly Pick<QueueRow, 'amount' | 'currency'>[],
): { amount: string; currency: string }[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of rows)
    sums.set(currency, (sums.get(currency) ?? 0n) + fromDecimal(amount, currency));
  return [...sums].map(([currency, sum]) => ({ currency, amount: toDecimal(sum, currency) }));
}
