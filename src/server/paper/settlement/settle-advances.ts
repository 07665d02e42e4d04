import { Big } from 'big.js';
import { scaleOf } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countChange, lockBooksOf, type Book } from '../book.ts';
import { conversionTo, refreshed, type Conditions } from '../conditions.ts';
import { figuresOf } from '../positions/figures.ts';
import { payBack, setAdvance, takeFrom } from './settle.ts';

/**
 * Settles what the operator advanced on accounts without open positions: taken from what is free on the client's other
 * trading accounts, and forgiven once none of them has an open position. Money in wallets is not touched.
 * @returns what failed, by client
 */
export async function settleAdvances(app: App, read: Conditions): Promise<unknown[]> {
  const clients = await app.db.rows<{ id: string }>(sql`
    select distinct t.client_id as id from paper_account a join trading_account t on t.number = a.number where a.advance > 0`);
  const failures: unknown[] = [];
  for (const { id } of clients) {
    const settling = app.db.tx((tx) => settleOf(app, tx, id, read));
    await settling.catch((error: unknown) => failures.push(error));
  }
  return failures;
}

async function settleOf(app: App, tx: Tx, clientId: string, read: Conditions): Promise<void> {
  const books = await lockBooksOf(tx, clientId);
  const conditions = refreshed(app, read);
  const before = books.map(({ balance, advance }) => ({ balance, advance }));
  for (const owing of books.filter(isFlat)) {
    await payBack(tx, owing, conditions.now);
    for (const giving of books) if (giving !== owing) await setOff(tx, owing, giving, conditions);
  }
  if (books.every(isFlat)) for (const owing of books) if (owing.advance > 0n) await setAdvance(tx, owing, 0n);
  const changed = books.filter(
    ({ balance, advance }, n) => balance !== before[n]?.balance || advance !== before[n]?.advance,
  );
  for (const book of changed) await countChange(tx, book);
}

const isFlat = ({ positions }: Book) => positions.length === 0;

/** Takes from one account what another owes, as far as it is free there. Rounded in favour of the operator. */
async function setOff(tx: Tx, owing: Book, giving: Book, conditions: Conditions): Promise<void> {
  const { freeMarginMinor } = figuresOf(giving, conditions);
  const own = giving.balance - giving.advance;
  const free = own < freeMarginMinor ? own : freeMarginMinor;
  if (owing.advance === 0n || free <= 0n) return;
  const { rate } = conversionTo(giving.currency, conditions, owing.currency);
  const perUnit = new Exact(rate).times(new Exact(10).pow(scaleOf(giving.currency) - scaleOf(owing.currency)));
  const needed = BigInt(perUnit.times(String(owing.advance)).round(0, Big.roundUp).toFixed(0));
  const taken = needed < free ? needed : free;
  const paid =
    taken === needed ? owing.advance : BigInt(new Exact(String(taken)).div(perUnit).round(0, Big.roundDown).toFixed(0));
  if (paid === 0n) return;
  await takeFrom(tx, giving, conditions.now, taken, owing.number);
  await setAdvance(tx, owing, owing.advance - paid);
}

const Exact = Big();
Exact.DP = 30;
