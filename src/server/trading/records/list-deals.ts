import { dealsPerPage } from '#contract/kernel/constants.ts';
import type { Deal } from '#contract/trading/records.ts';
import type { Request } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { inPriceDigits } from '#server/market/price-digits.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { tradingPlatform } from '../accounts.ts';

type Filter = Request<Api['trading.history']>['body'];

/**
 * Deals on the own accounts, archived ones too.
 * @throws Refusal `http.not_found` when an account is named that is not the client's
 */
export async function listDeals(app: App, me: Person, filter: Filter): Promise<Deal[]> {
  const { trading_account_id: number = null, cursor: after, ...rest } = filter;
  const rows = await app.db.rows<{ number: bigint }>(sql`
    select number from trading_account
    where client_id = ${me.id} and (${number}::bigint is null or number = ${number}::bigint)`);
  if (number !== null && rows.length === 0) throw notFound();
  const accounts = rows.map((row) => row.number);
  return inPriceDigits(app, await tradingPlatform(app).deals({ ...rest, accounts, after, limit: dealsPerPage }));
}
