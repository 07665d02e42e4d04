import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countChange, lockBook, readBusyBooks, type Book, type WaitingOrder } from './book.ts';
import { endOrder } from './orders/cancel.ts';
import { closePosition } from './positions/close.ts';
import { listed, marketFault, readConditions, refreshed, type Conditions } from './conditions.ts';
import { figuresOf } from './positions/figures.ts';
import { watchMargin } from './positions/margin.ts';
import { mayOpen } from './holder.ts';
import { costOf, isCovered, openPosition } from './positions/open.ts';
import { isReached, stopReached } from './orders/rules.ts';
import { isAtOrBelow, openingPrice, type Prices } from './rules.ts';
import { payBack } from './settlement/settle.ts';
import { settleAdvances } from './settlement/settle-advances.ts';
import { chargeSwaps, swapsDue } from './positions/swap.ts';

/**
 * One beat of the platform: whatever the market and the clock have made due on any account. What is due is decided
 * again under the account's lock, so that two beats at once, or a beat and a trader, do it once.
 * @returns null when no account has a position, an order or an advance, so that nothing can become due
 */
export async function tick(app: App): Promise<null | undefined> {
  if (!(await isAnythingOpen(app.db))) return null;
  const conditions = await readConditions(app, app.db);
  const due = (await readBusyBooks(app.db)).filter((book) => isDue(book, conditions));
  const failures: unknown[] = [];
  for (const { number } of due) {
    // An account that fails does not block the others.
    await tickAccount(app, number, conditions).catch((error: unknown) => failures.push(error));
  }
  failures.push(...(await settleAdvances(app, conditions)));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts or clients failed`);
  return undefined;
}

async function isAnythingOpen(db: Queries): Promise<boolean> {
  const { open } = await db.one<{ open: boolean }>(sql`
    select exists (select from paper_position where closed_at is null)
        or exists (select from paper_order where state = 'placed')
        or exists (select from paper_account where advance > 0) as open`);
  return open;
}

async function tickAccount(app: App, account: bigint, read: Conditions): Promise<void> {
  await app.db.tx(async (tx) => {
    const book = await lockBook(tx, account);
    const conditions = refreshed(app, read);
    if (!isDue(book, conditions)) return;
    await expireOrders(tx, book, conditions);
    await chargeSwaps(tx, book, conditions);
    await closeAtStops(tx, book, conditions);
    await fillReached(tx, book, conditions);
    await watchMargin(app, tx, book, conditions);
    await payBack(tx, book, conditions.now);
    await countChange(tx, book);
  });
}

/** Whether there is anything to do, without a write. */
function isDue(book: Book, conditions: Conditions): boolean {
  const { settings, now } = conditions;
  const { equityMinor, marginMinor } = figuresOf(book, conditions);
  const isCalled = isAtOrBelow(settings.marginCallPercent, equityMinor, marginMinor);
  return (
    isCalled !== (book.marginCalledAt !== null) ||
    isAtOrBelow(settings.stopOutPercent, equityMinor, marginMinor) ||
    (book.advance > 0n && book.balance > 0n) ||
    book.orders.some((order) => isExpired(order, now) || reachedAt(order, conditions) !== undefined) ||
    book.positions.some((position) => stopOf(position, conditions) !== undefined) ||
    book.positions.some((position) => swapsDue(position, conditions).length > 0)
  );
}

const isExpired = ({ expiresAt }: WaitingOrder, now: Date) => expiresAt !== null && expiresAt <= now;

/** The prices at which a symbol can be traded now. */
function tradable(symbol: string, conditions: Conditions): Prices | undefined {
  const quote = listed(conditions, symbol)?.quote;
  return quote && marketFault(conditions, quote) === undefined ? quote : undefined;
}

function reachedAt(order: WaitingOrder, conditions: Conditions): Prices | undefined {
  const prices = tradable(order.symbol, conditions);
  return prices && isReached(order, prices) ? prices : undefined;
}

function stopOf(position: Book['positions'][number], conditions: Conditions): 'sl' | 'tp' | undefined {
  const prices = tradable(position.symbol, conditions);
  return prices && stopReached(position, prices);
}

async function expireOrders(tx: Tx, book: Book, { now }: Conditions): Promise<void> {
  for (const order of book.orders.filter((each) => isExpired(each, now))) {
    await endOrder(tx, book, order.ticket, 'expired', now);
  }
}

async function closeAtStops(tx: Tx, book: Book, conditions: Conditions): Promise<void> {
  for (const position of book.positions) {
    const reason = stopOf(position, conditions);
    if (reason) await closePosition(tx, book, conditions, { position, volume: position.volume, reason });
  }
}

/** Fills orders whose price has come, and rejects those that the account no longer covers, or whose holder may open nothing now. */
async function fillReached(tx: Tx, book: Book, conditions: Conditions): Promise<void> {
  for (const order of book.orders) {
    const prices = reachedAt(order, conditions);
    if (!prices) continue;
    const isFillable =
      isCovered(costOf(order, book, conditions), book, conditions) && (await mayOpen(tx, book.number, conditions.now));
    if (!isFillable) {
      await endOrder(tx, book, order.ticket, 'rejected', conditions.now);
      continue;
    }
    await tx.run(sql`
      update paper_order set state = 'filled', filled_volume = volume, filled_price = ${openingPrice(order.side, prices)},
             position = ticket, done_at = ${conditions.now}
      where ticket = ${order.ticket} and state = 'placed'`);
    book.orders = book.orders.filter(({ ticket }) => ticket !== order.ticket);
    await openPosition(tx, book, conditions, order);
  }
}
