import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { ResultAccount } from '#server/trading/record-result.ts';
import type { Side } from './rules.ts';

/** An account with everything that is open on it. Endpoints hold its lock and update it with what they write. */
export interface Book {
  number: bigint;
  currency: string;
  leverage: number;
  balance: bigint;
  advance: bigint;
  version: bigint;
  marginCalledAt: Date | null;
  /** Where the ledger books its results; known under its lock. */
  ledger?: ResultAccount;
  positions: OpenPosition[];
  orders: WaitingOrder[];
}

export interface OpenPosition {
  ticket: bigint;
  account: bigint;
  symbol: string;
  side: Side;
  openedVolume: string;
  volume: string;
  openPrice: string;
  sl: string | null;
  tp: string | null;
  margin: bigint;
  swap: bigint;
  openedAt: Date;
  /** The last night whose swap it has. */
  settledNight: string | null;
}

export interface WaitingOrder {
  ticket: bigint;
  account: bigint;
  symbol: string;
  side: Side;
  type: 'limit' | 'stop';
  volume: string;
  price: string;
  sl: string | null;
  tp: string | null;
  placedAt: Date;
  expiresAt: Date | null;
}

type AccountRow = Omit<Book, 'positions' | 'orders'>;

const accountColumns = sql`number, currency, leverage, balance, advance, version, margin_called_at as "marginCalledAt"`;

const ledgerColumn = sql`
  (select jsonb_build_object('code', l.code, 'currency', l.currency, 'platform', t.platform)
   from trading_account t join ledger_account l on l.id = t.ledger_account_id where t.number = paper_account.number) as ledger`;

/** Takes the lock that every change of an account needs, and reads what is open. Nothing of the account may be locked before. */
export async function lockBook(tx: Tx, account: bigint): Promise<Book> {
  const [row, open] = await Promise.all([
    tx.one<AccountRow>(sql`
      select ${accountColumns}, ${ledgerColumn} from paper_account where number = ${account} for no key update`),
    readOpen(tx, sql`account = ${account}`),
  ]);
  return withOpen(row, open);
}

/** Locks every account of the client of one, and reads them. In the order of their numbers, so that no two wait for each other. */
export async function lockBooksOf(tx: Tx, clientId: string): Promise<Book[]> {
  const own = sql`(select number from trading_account where client_id = ${clientId})`;
  const [rows, open] = await Promise.all([
    tx.rows<AccountRow>(sql`
      select ${accountColumns} from paper_account where number in ${own} order by number for no key update`),
    readOpen(tx, sql`account in ${own}`),
  ]);
  return rows.map((row) => withOpen(row, open));
}

/** Books as they are now, without a lock. */
export async function readBooks(db: Queries, accounts: readonly bigint[]): Promise<Book[]> {
  const rows = await db.rows<AccountRow>(sql`
    select ${accountColumns} from paper_account where number = any(${accounts}::bigint[]) order by number`);
  const open = await readOpen(db, sql`account = any(${rows.map(({ number }) => number)}::bigint[])`);
  return rows.map((row) => withOpen(row, open));
}

/** Accounts that a price may change: with open positions or pending orders. */
export async function readBusyBooks(db: Queries): Promise<Book[]> {
  const rows = await db.rows<{ account: bigint }>(sql`
    select account from paper_position where closed_at is null
    union select account from paper_order where state = 'placed'`);
  return readBooks(
    db,
    rows.map(({ account }) => account),
  );
}

type Open = Awaited<ReturnType<typeof readOpen>>;

async function readOpen(db: Queries, among: Sql) {
  const [positions, orders] = await Promise.all([openPositions(db, among), waitingOrders(db, among)]);
  return { positions: byAccount(positions), orders: byAccount(orders) };
}

const withOpen = (row: AccountRow, { positions, orders }: Open): Book => ({
  ...row,
  positions: positions.get(row.number) ?? [],
  orders: orders.get(row.number) ?? [],
});

function byAccount<T extends { account: bigint }>(rows: readonly T[]): Map<bigint, T[]> {
  const groups = new Map<bigint, T[]>();
  for (const row of rows) groups.set(row.account, [...(groups.get(row.account) ?? []), row]);
  return groups;
}

function openPositions(db: Queries, among: Sql): Promise<OpenPosition[]> {
  return db.rows<OpenPosition>(sql`
    select ticket, account, symbol, side, opened_volume as "openedVolume", volume, open_price as "openPrice", sl, tp, margin, swap,
           opened_at as "openedAt", (select max(s.night) from paper_swap s where s.position = p.ticket) as "settledNight"
    from paper_position p where ${among} and closed_at is null order by ticket`);
}

function waitingOrders(db: Queries, among: Sql): Promise<WaitingOrder[]> {
  return db.rows<WaitingOrder>(sql`
    select ticket, account, symbol, side, type, volume, price, sl, tp, placed_at as "placedAt", expires_at as "expiresAt"
    from paper_order where ${among} and state = 'placed' order by ticket`);
}

/** Counts a change, for the subscribers of the account. */
export async function countChange(tx: Tx, book: Book): Promise<string> {
  const { version } = await tx.one<{ version: bigint }>(sql`
    update paper_account set version = version + 1 where number = ${book.number} returning version`);
  book.version = version;
  return String(version);
}
