import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Whether the holder of an account may open positions on it: of staff who see offerings, those with an exception. */
export async function mayOpen(db: Queries, account: bigint, at: Date): Promise<boolean> {
  const holder = await db.maybeOne<{ may: boolean }>(sql`
    select may_deal(client_id, 'accounts', ${at}) as may from trading_account where number = ${account}`);
  return holder?.may ?? true;
}

/** Locks the roles of the holder. The client is locked before the book, as in transfers. */
export async function lockHolder(tx: Tx, account: bigint): Promise<void> {
  await tx.run(sql`
    select from person where id = (select client_id from trading_account where number = ${account}) for no key update`);
}
