import { signHead } from './checkpoint.ts';
import { forgedEntries } from './forged.ts';
import { chainWaiting } from './chain.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/**
 * After APP_SECRET was replaced: signs the head under the present one, because entries never change and have the MAC
 * under the former one. What was not genuine then stays so.
 * @throws Error when nothing is genuine under either: then this was not the former secret
 */
export async function resignAudit(tx: Tx, formerSecret: string, secret: string): Promise<void> {
  const at = new Date();
  const under = { ...tx, secrets: { appSecret: secret, formerSecret } };
  await chainWaiting(under, at);
  const forged = await forgedEntries(under);
  const { count } = await tx.one<{ count: number }>(sql`select count(*)::int as count from audit_entry`);
  if (count > 0 && forged.length === count)
    throw new Error('no entry of the audit log was written under the former APP_SECRET that was given');
  await signHead(
    tx,
    secret,
    forged.flatMap(({ id, seq }) => (seq === null ? [] : [id])),
    at,
  );
}
