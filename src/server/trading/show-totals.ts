import { toDecimal } from '#contract/kernel/money.ts';
import type { RecordTotals } from '#contract/trading/records.ts';
import type { Totals } from './platform.ts';

/** Totals as the contract shapes them, with the sum of the four amounts. */
export function showTotals(totals: Totals, currency: string): RecordTotals {
  const { count, volume, profitMinor, cashMinor, swapMinor, commissionMinor, feeMinor } = totals;
  const show = (amountMinor: bigint) => toDecimal(amountMinor, currency);
  return {
    count,
    volume,
    profit: show(profitMinor),
    swap: show(swapMinor),
    commission: show(commissionMinor),
    fee: show(feeMinor),
    net: show(profitMinor + swapMinor + commissionMinor + feeMinor),
    cash: show(cashMinor),
  };
}
