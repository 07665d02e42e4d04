import { z } from 'zod';
import { fromDecimal } from '#contract/kernel/money.ts';
import { decimal, instant } from '#contract/kernel/fields.ts';
import { closedPosition, deal, order, position, recordTotals } from '#contract/trading/records.ts';
import type { Snapshot, Totals } from '../platform.ts';

// The responses of an external platform; docs/trading.md describes the calls. Amounts are decimals of the account's
// currency.

export const wireResult = z.object({ result: z.enum(['done', 'refused', 'unknown']) });
export const wireDeals = z.array(deal);
export const wireOrders = z.array(order);
export const wirePositions = z.array(position);
export const wireClosedPositions = z.array(closedPosition);
export const wireDone = z.object({ status: z.literal('ok') });

export const wireSnapshots = z.array(
  z.object({
    account: z.string(),
    currency: z.string(),
    balance: decimal,
    credit: decimal,
    equity: decimal,
    margin: decimal,
    free_margin: decimal,
    unrealised: decimal,
    at: instant,
  }),
);

export const wireTotals = recordTotals.omit({ net: true }).extend({ currency: z.string() });

export function readSnapshot(wire: z.output<typeof wireSnapshots>[number]): [account: bigint, snapshot: Snapshot] {
  const minor = (amount: string) => fromDecimal(amount, wire.currency);
  const snapshot = {
    balanceMinor: minor(wire.balance),
    creditMinor: minor(wire.credit),
    equityMinor: minor(wire.equity),
    marginMinor: minor(wire.margin),
    freeMarginMinor: minor(wire.free_margin),
    unrealisedMinor: minor(wire.unrealised),
    at: new Date(wire.at),
  };
  return [BigInt(wire.account), snapshot];
}

export function readTotals({ currency, count, volume, ...wire }: z.output<typeof wireTotals>): Totals {
  const minor = (amount: string) => fromDecimal(amount, currency);
  return {
    count,
    volume,
    profitMinor: minor(wire.profit),
    cashMinor: minor(wire.cash),
    swapMinor: minor(wire.swap),
    commissionMinor: minor(wire.commission),
    feeMinor: minor(wire.fee),
  };
}
