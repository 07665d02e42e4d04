import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tradingPlatform } from './accounts.ts';
import { emptyAmong } from './archive-account.ts';

/**
 * The client's accounts that are not empty: money in the ledger or on the platform, positions, pending orders. While an
 * external platform does not respond, none of its accounts counts as empty.
 */
export async function unsettledAccounts(app: App, db: Queries, clientId: string): Promise<bigint[]> {
  const rows = await db.rows<{ number: bigint; hasMoney: boolean }>(sql`
    select t.number, b.amount <> 0 as "hasMoney" from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
    where t.client_id = ${clientId} and t.status <> 'archived' order by t.number`);
  const bare = rows.filter(({ hasMoney }) => !hasMoney).map(({ number }) => number);
  const empty = new Set(await emptyAmong(tradingPlatform(app), bare).catch((): bigint[] => []));
  return rows.map(({ number }) => number).filter((number) => !empty.has(number));
}
