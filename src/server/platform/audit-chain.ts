import { createHash } from 'node:crypto';
import type { App } from './app.ts';
import { entryColumns, isGenuineEntry, secretsOf, type EntryWithMac } from './audit-mac.ts';
import type { Queries, Tx } from './db/database.ts';
import { sql } from './db/sql.ts';
import { tellForged } from './row-mac-check.ts';

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

/** What the hash of seal `s` has to be, over its number, the hash before it and entry `e`. */
export const hashOfSeal = sql`
  sha256(convert_to(s.seq || E'\\n' || encode(s.previous, 'hex') || E'\\n' || ${contentOfEntry}, 'UTF8'))`;

const batch = 500;
const everyMs = 5_000;

/** Seals what has been written, by the clock. The log line carries the head to wherever logs are kept. */
export function auditJobs(app: App): void {
  app.jobs.every('audit.seal', everyMs, async () => {
    const head = await sealAudit(app, (id) => tellForged(app, 'audit_entry', id));
    if (head) app.log.info({ seq: String(head.seq), hash: head.hash.toString('hex') }, 'audit log sealed');
  });
}

/**
 * Seals all entries that wait, in the order in which they were made. Returns the new head, if there was anything.
 * @param onForged told of each entry that the program has not written: it is passed over, and goes on waiting
 */
export async function sealAudit(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  onForged: (id: string) => void = () => {},
): Promise<AuditHead | undefined> {
  let head: AuditHead | undefined;
  let after: string | undefined = beforeFirstEntry;
  while (after !== undefined) {
    const from: string = after;
    const done = await db.tx((tx) => sealSome(tx, from, clock.now()));
    done.forged.forEach(onForged);
    head = done.head ?? head;
    after = done.last;
  }
  return head;
}

/** Seals all genuine entries that wait in one transaction, for what has to be done while nothing else is. */
export async function sealWaiting(tx: Tx, at: Date): Promise<void> {
  let after: string | undefined = beforeFirstEntry;
  while (after !== undefined) after = (await sealSome(tx, after, at)).last;
}

/** Below every id. */
const beforeFirstEntry = '00000000-0000-0000-0000-000000000000';

interface Sealed {
  head?: AuditHead | undefined;
  /** The last one that was looked at, sealed or not; undefined when none waits behind it. */
  last?: string | undefined;
  forged: string[];
}

interface Waiting extends EntryWithMac {
  content: string;
}

async function sealSome(tx: Tx, after: string, at: Date): Promise<Sealed> {
  await lockChain(tx);
  const waiting = await tx.rows<Waiting>(sql`
    select ${entryColumns}, ${contentOfEntry} as content from audit_unsealed u join audit_entry e on e.id = u.entry_id
    where e.id > ${after} order by e.id limit ${batch}`);
  const secrets = secretsOf(tx);
  const genuine = waiting.filter((entry) => isGenuineEntry(secrets, entry));
  const known = new Set(genuine);
  const forged = waiting.filter((entry) => !known.has(entry)).map(({ id }) => id);
  return { head: await sealThese(tx, genuine, at), last: waiting.at(-1)?.id, forged };
}

/** One at a time: a chain has one end. */
const lockChain = (db: Asks) => db.run(sql`select pg_advisory_xact_lock(hashtext('audit_seal'))`);

type Asks = Pick<Queries, 'rows' | 'maybeOne' | 'run'>;

/** Puts these at the end of the chain. */
async function sealThese(
  db: Asks,
  entries: { id: string; content: string }[],
  at: Date,
): Promise<AuditHead | undefined> {
  if (entries.length === 0) return undefined;
  const last = await db.maybeOne<{ seq: string; hash: Buffer }>(sql`
    select s.seq::text as seq, hash from audit_seal s order by s.seq desc limit 1`);
  const seals = chain(last ? { seq: BigInt(last.seq), hash: last.hash } : { seq: 0n, hash: beforeFirstSeal }, entries);
  await db.run(sql`
    insert into audit_seal (seq, entry_id, previous, hash, sealed_at)
    select seq, entry_id, previous, hash, ${at}
    from unnest(${seals.map(({ seq }) => seq)}::bigint[], ${entries.map(({ id }) => id)}::uuid[],
                ${seals.map(({ previous }) => previous)}::bytea[], ${seals.map(({ hash }) => hash)}::bytea[])
      as seal (seq, entry_id, previous, hash)
    order by seq`);
  await db.run(sql`delete from audit_unsealed where entry_id = any(${entries.map(({ id }) => id)}::uuid[])`);
  return seals.at(-1);
}

/** Seals whatever waits without a look at its MAC: for the migration that brought the MACs, and nobody else. */
export async function sealUnsigned(db: Asks, at: Date): Promise<void> {
  await lockChain(db);
  for (;;) {
    const entries = await db.rows<{ id: string; content: string }>(sql`
      select e.id, ${contentOfEntry} as content from audit_unsealed u join audit_entry e on e.id = u.entry_id
      order by e.id limit ${batch}`);
    if (entries.length === 0) return;
    await sealThese(db, entries, at);
  }
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
