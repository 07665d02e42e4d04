import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Book, OpenPosition } from '../book.ts';
import { conversionTo, listed, type Conditions } from '../conditions.ts';
import { rolloversDue, type Rollover } from './rollover.ts';
import { closingPrice, swapMinor } from '../rules.ts';

/** The nights of a position that are over and have no swap yet. */
export function swapsDue(position: OpenPosition, { terms, settings, now }: Conditions): Rollover[] {
  const weekday = terms.get(position.symbol)?.tripleSwapWeekday ?? null;
  return rolloversDue(
    { openedAt: position.openedAt, settled: position.settledNight },
    weekday,
    settings.rolloverHour,
    now,
  );
}

/**
 * Gives open positions the swap of every night that is over, at present prices, each night once. Before a position
 * changes, so that it has the swap of the volume that stayed open over the night.
 * @returns whether there was any
 */
export async function chargeSwaps(tx: Tx, book: Book, conditions: Conditions): Promise<boolean> {
  let any = false;
  for (const position of book.positions) {
    for (const night of swapsDue(position, conditions)) {
      any = true;
      await batch(tx, book, conditions, position, night);
    }
  }
  return any;
}

async function batch(
  tx: Tx,
  book: Book,
  conditions: Conditions,
  position: OpenPosition,
  night: Rollover,
): Promise<void> {
  const { terms, quote } = listed(conditions, position.symbol) ?? {};
  if (!terms || !quote) return;
  const to = conversionTo(book.currency, conditions, quote.currency);
  const amount = swapMinor(position, terms, closingPrice(position.side, quote), night.nights, to);
  const { moved } = await tx.one<{ moved: boolean }>(sql`
    with counted as (
      insert into paper_swap (position, night, nights, amount, at)
      values (${position.ticket}, ${night.on}, ${night.nights}, ${amount}, ${conditions.now})
      on conflict do nothing returning amount),
    moved as (
      update paper_position p set swap = p.swap + counted.amount from counted
      where p.ticket = ${position.ticket} and p.closed_at is null returning p.ticket)
    select exists (select from moved) as moved`);
  if (moved) position.swap += amount;
  position.settledNight = night.on;
}
