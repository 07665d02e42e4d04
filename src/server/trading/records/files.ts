import type { Api } from '#contract/api.ts';
import type { RequestInput } from '#contract/kernel/endpoint.ts';
import type { ClosedPosition, Deal, Order } from '#contract/trading/records.ts';
import type { App } from '#server/platform/app.ts';
import { csvOf, type CsvCell } from '#server/platform/exports/csv.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { tradingPlatform } from '../accounts.ts';
import { ownAccount } from '../own-account.ts';
import type { Page } from '../platform.ts';

/** More than a person deals by hand in years; a file needs a limit. */
const maxRows = 50_000;
const atOnce = 1000;

/** Columns of a file: the names that the field's programs know them by, in every language alike, and their cells. */
type Columns<T> = Record<string, (record: T) => CsvCell>;

const text = (value: string | null): CsvCell => value ?? '';
const number = (value: string | null): CsvCell => (value === null ? '' : { number: value });
const time = (instant: string | null): CsvCell => instant?.replace('T', ' ').slice(0, 19) ?? '';

const dealColumns: Columns<Deal> = {
  ticket: ({ ticket }) => ticket,
  time_utc: ({ at }) => time(at),
  type: ({ type }) => type,
  entry: ({ entry }) => text(entry),
  symbol: ({ symbol }) => text(symbol),
  volume: ({ volume }) => number(volume),
  price: ({ price }) => number(price),
  commission: ({ commission }) => number(commission),
  swap: ({ swap }) => number(swap),
  fee: ({ fee }) => number(fee),
  profit: ({ profit }) => number(profit),
  cash: ({ cash }) => number(cash),
  comment: ({ comment }) => text(comment),
};

const closedColumns: Columns<ClosedPosition> = {
  position: ({ ticket }) => ticket,
  symbol: ({ symbol }) => symbol,
  type: ({ side }) => side,
  volume: ({ volume }) => number(volume),
  open_time_utc: ({ opened_at }) => time(opened_at),
  open_price: ({ open_price }) => number(open_price),
  close_time_utc: ({ closed_at }) => time(closed_at),
  close_price: ({ close_price }) => number(close_price),
  reason: ({ close_reason }) => close_reason,
  commission: ({ commission }) => number(commission),
  swap: ({ swap }) => number(swap),
  fee: ({ fee }) => number(fee),
  profit: ({ profit }) => number(profit),
};

const orderColumns: Columns<Order> = {
  order: ({ ticket }) => ticket,
  position: ({ position }) => text(position),
  symbol: ({ symbol }) => symbol,
  side: ({ side }) => side,
  type: ({ type }) => type,
  state: ({ state }) => state,
  reason: ({ reason }) => reason,
  volume: ({ volume }) => number(volume),
  filled_volume: ({ filled_volume }) => number(filled_volume),
  price: ({ price }) => number(price),
  filled_price: ({ filled_price }) => number(filled_price),
  sl: ({ sl }) => number(sl),
  tp: ({ tp }) => number(tp),
  placed_utc: ({ placed_at }) => time(placed_at),
  done_utc: ({ done_at }) => time(done_at),
};

type Filter<Name extends keyof Api> = RequestInput<Api[Name]>['query'];

/** @throws Refusal `http.not_found`, `trading.platform_silent` */
export async function dealsFile(app: App, me: Person, account: string, filter: Filter<'trading.history_file'>) {
  const { number: one } = await ownAccount(app.db, me, account);
  const platform = tradingPlatform(app);
  const read = (page: Page) => platform.deals({ ...filter, ...page, accounts: [one] });
  return fileOf(`account-${account}-deals.csv`, dealColumns, read);
}

/** @throws Refusal `http.not_found`, `trading.platform_silent` */
export async function closedFile(app: App, me: Person, account: string, filter: Filter<'trading.closed_file'>) {
  const { number: one } = await ownAccount(app.db, me, account);
  const platform = tradingPlatform(app);
  const read = (page: Page) => platform.closedPositions({ ...filter, ...page, accounts: [one] });
  return fileOf(`account-${account}-closed-positions.csv`, closedColumns, read);
}

/** @throws Refusal `http.not_found`, `trading.platform_silent` */
export async function ordersFile(app: App, me: Person, account: string, filter: Filter<'trading.orders_file'>) {
  const { number: one } = await ownAccount(app.db, me, account);
  const platform = tradingPlatform(app);
  const read = (page: Page) => platform.orders({ ...filter, ...page, accounts: [one] });
  return fileOf(`account-${account}-orders.csv`, orderColumns, read);
}

/** All records that a list has, the latest first, as CSV. */
async function fileOf<T extends { ticket: string }>(
  name: string,
  columns: Columns<T>,
  read: (page: Page) => Promise<T[]>,
): Promise<FileResponse> {
  const rows: CsvCell[][] = [Object.keys(columns)];
  for (let after: string | undefined; rows.length <= maxRows;) {
    const records = await read({ after, limit: atOnce });
    rows.push(...records.map((record) => Object.values(columns).map((cell) => cell(record))));
    after = records.at(-1)?.ticket;
    if (records.length < atOnce) break;
  }
  return { name, type: 'text/csv; charset=utf-8', content: csvOf(rows) };
}
