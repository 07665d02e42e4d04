import type pg from 'pg';
import { signHead } from './audit-checkpoint.ts';
import { forgedEntries } from './audit-forged.ts';
import { sealUnsigned, sealWaiting } from './audit-chain.ts';
import { queriesOn, type Tx } from './db/database.ts';
import { sql } from './db/sql.ts';

/** The step of the migration that brought the MACs: what was written until then counts by the chain. */
export async function beginAuditMacs(client: pg.ClientBase, secret: string): Promise<void> {
  const [db, at] = [queriesOn(client), new Date()];
  await sealUnsigned(db, at);
  await signHead(db, secret, [], at);
}

/**
 * After APP_SECRET was replaced: signs the head under the present one, since entries never change and keep the MAC under the
 * former one. What was not genuine by then stays so.
 * @throws Error when nothing is genuine under either: then this was not the former secret
 */
export async function resignAudit(tx: Tx, formerSecret: string, secret: string): Promise<void> {
  const at = new Date();
  const under = { ...tx, secrets: { appSecret: secret, formerSecret } };
  await sealWaiting(under, at);
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
