import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tradingPlatform } from './accounts.ts';
import { settle, transferColumns, type Transfer } from './transfer-money.ts';

const atOnce = 100;
/** A transfer that is still being asked for is left to whoever asks. */
const patienceMs = 120_000;

/**
 * Asks the platform what became of transfers that we had no answer to, or whose asker died, and settles them by its word.
 * Nothing is asked for a second time.
 */
export async function reconcileTransfers(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - patienceMs);
  const open = await app.db.rows<Transfer>(sql`
    select ${transferColumns} from trading_transfer t join trading_account a on a.id = t.account_id
    where t.settled_at is null and t.created_at < ${before} order by t.created_at limit ${atOnce}`);
  const platform = tradingPlatform(app);
  for (const transfer of open) {
    const result = await platform.balanceChange(`transfer:${transfer.id}`);
    // One that cannot be settled keeps no other one waiting, and stays for a person to look at.
    await app.db
      .tx((tx) => settle(app, tx, transfer, result))
      .catch((error: unknown) => app.log.error({ err: error, transferId: transfer.id }, 'transfer not settled'));
  }
}
