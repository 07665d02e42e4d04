import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tradingPlatform } from '../accounts.ts';
import { patienceMs } from '../staff/stuck-transfers.ts';
import { settleLate, transferColumns, type Transfer } from '../transfer-money.ts';

const perRound = 100;
/**
 * Requests from the platform the result of transfers without a response, or whose call died, and settles them by it. No
 * transfer is sent a second time. Those that were queried longest ago come first, so that each has its turn, however
 * many stay without a result.
 * @returns null when none was open
 */
export async function reconcileTransfers(app: App, limitTo = perRound): Promise<null | undefined> {
  const now = app.clock.now();
  const open = await app.db.rows<Transfer>(sql`
    update trading_transfer t set checked_at = ${now} from trading_account a
    where a.id = t.account_id and t.settled_at is null and t.id in (
      select id from trading_transfer where settled_at is null and created_at < ${new Date(now.getTime() - patienceMs)}
      order by coalesce(checked_at, created_at) limit ${limitTo})
    returning ${transferColumns}`);
  const platform = tradingPlatform(app);
  for (const transfer of open) {
    const result = await platform.balanceChange(`transfer:${transfer.id}`);
    // A transfer that cannot be settled does not block the others, and stays for a person to check.
    await app.db
      .tx((tx) => settleLate(app, tx, transfer, result))
      .catch((error: unknown) => app.log.error({ err: error, transferId: transfer.id }, 'transfer not settled'));
  }
  return open.length === 0 ? null : undefined;
}
