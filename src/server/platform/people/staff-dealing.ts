import { lockPeople } from '../approvals/check-approver.ts';
import type { Queries, Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { refuse } from '../refusal.ts';

/** A person who requests to deal, in what, and when. */
interface Dealing {
  clientId: string;
  /** `accounts` for trading accounts, or an offering by its id. */
  scope: string;
  at: Date;
}

/** Whether a person may deal: they see no offerings by their roles, or have an exception. */
export async function mayDeal(db: Queries, { clientId, scope, at }: Dealing): Promise<boolean> {
  const { may } = await db.one<{ may: boolean }>(sql`select may_deal(${clientId}, ${scope}, ${at}) as may`);
  return may;
}

/**
 * Refuses staff who see offerings and have no exception. Their roles and exceptions stay as they are until the transaction ends.
 * People are locked before offerings, applications and accounts, as in approvals.
 * @throws Refusal `staff.dealing`
 */
export async function checkMayDeal(tx: Tx, dealing: Dealing): Promise<void> {
  await lockPeople(tx, dealing.clientId);
  if (!(await mayDeal(tx, dealing))) throw refuse('staff.dealing');
}
