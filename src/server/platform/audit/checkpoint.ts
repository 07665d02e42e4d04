import type { AuditHead } from './chain.ts';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { isMacOf, macOf, type Secrets } from '../secrets/token.ts';

/**
 * A signed head. Up to it the chain counts, because its hash covers everything before it. So entries from before the
 * MACs still count, and entries with a MAC under a secret that was replaced.
 */
export interface AuditCheckpoint extends AuditHead {
  /** Entries in the chain that were not genuine when it was signed. */
  forged: string[];
}

const table = 'audit_checkpoint';

const spelled = ({ seq, hash, forged }: AuditCheckpoint): string =>
  JSON.stringify([String(seq), hash.toString('hex'), forged]);

/** The last checkpoint that the program has signed; one that it has not is passed over. */
export async function lastCheckpoint(db: Queries, secrets: Secrets): Promise<AuditCheckpoint | undefined> {
  const rows = await db.rows<AuditCheckpoint & { mac: Buffer }>(sql`
    select seq, hash, forged::text[] as forged, mac from audit_checkpoint order by seq desc, created_at desc`);
  return rows.find((row) => isMacOf(secrets, table, spelled(row), row.mac));
}

type Writes = Pick<Queries, 'maybeOne' | 'run'>;

/**
 * Signs the present head, if there is one.
 * @param forged what of the chain is not genuine
 */
export async function signHead(db: Writes, secret: string, forged: string[], at: Date): Promise<void> {
  const head = await db.maybeOne<{ seq: string; hash: Buffer }>(sql`
    select seq::text as seq, hash from audit_chain order by audit_chain.seq desc limit 1`);
  if (!head) return;
  const checkpoint = { seq: BigInt(head.seq), hash: head.hash, forged };
  const mac = macOf(secret, table, spelled(checkpoint));
  await db.run(sql`
    insert into audit_checkpoint (seq, hash, forged, mac, created_at)
    values (${checkpoint.seq}, ${checkpoint.hash}, ${forged}, ${mac}, ${at}) on conflict do nothing`);
}
