import type { ResponseOf } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readLines, readTotals, showLine, type HistoryCursor, type HistoryQuery } from './lines.ts';

const pageSize = 50;

/**
 * A page of the history, the latest first, with totals over all pages.
 * @throws Refusal on `cursor`: `validation.identifier`
 */
export async function readHistory(
  { db }: App,
  me: Person,
  { cursor, ...query }: HistoryQuery & { cursor?: string | undefined },
): Promise<ResponseOf<'POST /api/ipo/history'>> {
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const [rows, totals] = await db.snapshot(async (tx) => [
    await readLines(tx, me.id, query, { after, limit: pageSize + 1 }),
    await readTotals(tx, me.id, query),
  ]);
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  return {
    lines: rows.slice(0, pageSize).map(showLine),
    next_cursor: last ? cursorOf(last) : null,
    totals: totals.map(({ currency, ...sums }) => {
      const money = (minor: bigint) => toDecimal(minor, currency);
      const { invested, proceeds, fees, result } = sums;
      return {
        currency,
        invested: money(invested),
        proceeds: money(proceeds),
        fees: money(fees),
        result: money(result),
      };
    }),
  };
}

const cursorOf = ({ at, rank, id }: HistoryCursor): string => `${at.getTime()}.${rank}.${id}`;

function positionOf(cursor: string): HistoryCursor {
  const [, at = '', rank = '', id = ''] =
    /^(\d{1,13})\.([1-4])\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  if (id === '') throw refuseField('cursor', 'validation.identifier');
  return { at: new Date(Number(at)), rank: Number(rank), id };
}
