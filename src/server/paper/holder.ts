import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { mayDeal } from '#server/platform/people/staff-dealing.ts';

/** Whether the holder of an account may open positions on it: of staff who see offerings, those with an exception. */
export async function mayOpen(db: Queries, account: bigint, at: Date): Promise<boolean> {
  const holder = await holderOf(db, account);
  return holder === undefined || mayDeal(db, { clientId: holder, scope: 'accounts', at });
}

/** Locks the roles of the holder. The client is locked before the book, as in transfers. */
export async function lockHolder(tx: Tx, account: bigint): Promise<void> {
  const holder = await holderOf(tx, account);
  if (holder !== undefined) await lockPeople(tx, holder);
}

async function holderOf(db: Queries, account: bigint): Promise<string | undefined> {
  const found = await db.maybeOne<{ id: string }>(sql`
    select client_id as id from trading_account where number = ${account}`);
  return found?.id;
}
