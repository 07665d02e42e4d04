import { createHash } from 'node:crypto';
import type { App } from './app.ts';
import type { Tx } from './db/database.ts';
import { sql } from './db/sql.ts';

/** The newest seal. Kept elsewhere, it proves later that the log up to it is still the same. */
export interface AuditHead {
  seq: bigint;
  hash: Buffer;
}

/** What stands before the first seal. */
export const beforeFirstSeal = Buffer.alloc(32);

/**
 * The content of entry `e` in one spelling: a JSON array of its columns, as PostgreSQL writes jsonb, with the time in
 * UTC to the microsecond.
 */
export const contentOfEntry = sql`
  jsonb_build_array(e.id, e.actor_id, e.client_id, e.act, e.details,
                    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text`;

const batch = 500;
const everyMs = 5_000;

/** Seals what has been written, by the clock. The log line carries the head to wherever logs are kept. */
export function auditJobs(app: App): void {
  app.jobs.every('audit.seal', everyMs, async () => {
    const head = await sealAudit(app);
    if (head) app.log.info({ seq: String(head.seq), hash: head.hash.toString('hex') }, 'audit log sealed');
  });
}

/** Seals all entries that wait, in the order in which they were made. Returns the new head, if there was anything. */
export async function sealAudit({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<AuditHead | undefined> {
  let head: AuditHead | undefined;
  for (;;) {
    const sealed = await db.tx((tx) => sealSome(tx, clock.now()));
    if (!sealed) return head;
    head = sealed;
  }
}

async function sealSome(tx: Tx, at: Date): Promise<AuditHead | undefined> {
  // One at a time: a chain has one end.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('audit_seal'))`);
  const entries = await tx.rows<{ id: string; content: string }>(sql`
    select e.id, ${contentOfEntry} as content from audit_unsealed u join audit_entry e on e.id = u.entry_id
    order by e.id limit ${batch}`);
  if (entries.length === 0) return undefined;
  const last = await tx.maybeOne<AuditHead>(sql`select seq, hash from audit_seal order by seq desc limit 1`);
  const seals = chain(last ?? { seq: 0n, hash: beforeFirstSeal }, entries);
  await tx.run(sql`
    insert into audit_seal (seq, entry_id, previous, hash, sealed_at)
    select seq, entry_id, previous, hash, ${at}
    from unnest(${seals.map(({ seq }) => seq)}::bigint[], ${entries.map(({ id }) => id)}::uuid[],
                ${seals.map(({ previous }) => previous)}::bytea[], ${seals.map(({ hash }) => hash)}::bytea[])
      as seal (seq, entry_id, previous, hash)
    order by seq`);
  await tx.run(sql`delete from audit_unsealed where entry_id = any(${entries.map(({ id }) => id)}::uuid[])`);
  return seals.at(-1);
}

function chain(head: AuditHead, entries: { content: string }[]): (AuditHead & { previous: Buffer })[] {
  let { seq, hash: previous } = head;
  return entries.map(({ content }) => {
    seq += 1n;
    const hash = createHash('sha256')
      .update(`${seq}\n${previous.toString('hex')}\n${content}`)
      .digest();
    const seal = { seq, previous, hash };
    previous = hash;
    return seal;
  });
}
