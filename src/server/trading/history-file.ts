import type { Api } from '#contract/api.ts';
import type { Taking } from '#contract/endpoint.ts';
import type { Deal } from '#contract/trading-records.ts';
import type { App } from '#server/platform/app.ts';
import { csvOf, type CsvCell } from '#server/platform/csv.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import type { Client } from '#server/platform/session.ts';
import { tradingPlatform } from './accounts.ts';
import { ownAccount } from './own-account.ts';

/** More than anybody deals by hand in years; a file has to end somewhere. */
const mostDeals = 50_000;
const atOnce = 1000;

const columns = [
  'ticket',
  'time_utc',
  'type',
  'entry',
  'symbol',
  'volume',
  'price',
  'commission',
  'swap',
  'fee',
  'profit',
  'comment',
] as const;

/**
 * The deals of an account as CSV, under the names that the field's programs know them by, in every language alike.
 * @throws Refusal `http.not_found`
 */
export async function historyFile(
  app: App,
  me: Client,
  number: string,
  filter: Taking<Api['trading.history_file']>['query'],
): Promise<FileAnswer> {
  const account = await ownAccount(app.db, me, number);
  const platform = tradingPlatform(app);
  const rows: CsvCell[][] = [[...columns]];
  for (let after: string | undefined; rows.length <= mostDeals;) {
    const deals = await platform.deals({ ...filter, accounts: [account.number], after, limit: atOnce });
    rows.push(...deals.map(rowOf));
    after = deals.at(-1)?.ticket;
    if (deals.length < atOnce) break;
  }
  return { name: `account-${number}.csv`, type: 'text/csv; charset=utf-8', content: csvOf(rows) };
}

function rowOf(deal: Deal): CsvCell[] {
  const number = (value: string | null): CsvCell => (value === null ? '' : { number: value });
  return [
    deal.ticket,
    deal.at.replace('T', ' ').slice(0, 19),
    deal.type,
    deal.entry ?? '',
    deal.symbol ?? '',
    number(deal.volume),
    number(deal.price),
    number(deal.commission),
    number(deal.swap),
    number(deal.fee),
    number(deal.profit),
    deal.comment ?? '',
  ];
}
