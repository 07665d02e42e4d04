import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { entryColumns, isGenuineEntry, secretsOf, type EntryWithMac } from './mac.ts';
import type { Queries, Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { reportForged } from '../secrets/row-mac-check.ts';

/** The newest link of the chain. Stored elsewhere, it proves later that the log up to it is still the same. */
export interface AuditHead {
  seq: bigint;
  hash: Buffer;
}

/** The hash before the first link. */
export const genesisHash = Buffer.alloc(32);

/**
 * The content of entry `e` in one spelling: a JSON array of its columns, as PostgreSQL writes jsonb, with the time in
 * UTC to the microsecond.
 */
export const contentOfEntry = sql`
  jsonb_build_array(e.id, e.actor_id, e.client_id, e.action, e.details,
                    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text`;

/** The expected hash of link `s`, over its number, the hash before it and entry `e`. */
export const hashOfLink = sql`
  sha256(convert_to(s.seq || E'\\n' || encode(s.previous, 'hex') || E'\\n' || ${contentOfEntry}, 'UTF8'))`;

const batch = 500;
const everyMs = 5_000;

/** Adds new entries to the chain at intervals. The log line carries the head to the place where logs are stored. */
export function auditJobs(app: App): void {
  app.jobs.every('audit.chain', everyMs, async () => {
    const head = await extendAuditChain(app, (id) => reportForged(app, 'audit_entry', id));
    if (!head) return null;
    app.log.info({ seq: String(head.seq), hash: head.hash.toString('hex') }, 'audit log sealed');
    return undefined;
  });
}

/**
 * Adds all pending entries to the chain, in the order in which they were made. Returns the new head, if there was
 * anything.
 * @param onForged called for each entry that the program has not written: it is skipped and stays pending
 */
export async function extendAuditChain(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  onForged: (id: string) => void = () => {},
): Promise<AuditHead | undefined> {
  let head: AuditHead | undefined;
  let after: string | undefined = beforeFirstEntry;
  while (after !== undefined) {
    const from: string = after;
    const done = await db.tx((tx) => extendChainBy(tx, from, clock.now()));
    done.forged.forEach(onForged);
    head = done.head ?? head;
    after = done.last;
  }
  return head;
}

/** Adds all genuine pending entries to the chain in one transaction, for callers that run while nothing else does. */
export async function chainWaiting(tx: Tx, at: Date): Promise<void> {
  let after: string | undefined = beforeFirstEntry;
  while (after !== undefined) after = (await extendChainBy(tx, after, at)).last;
}

/** Below every id. */
const beforeFirstEntry = '00000000-0000-0000-0000-000000000000';

interface Chained {
  head?: AuditHead | undefined;
  /** The last entry that was read, chained or not; undefined when none is pending behind it. */
  last?: string | undefined;
  forged: string[];
}

interface Waiting extends EntryWithMac {
  content: string;
}

async function extendChainBy(tx: Tx, after: string, at: Date): Promise<Chained> {
  await lockChain(tx);
  const waiting = await tx.rows<Waiting>(sql`
    select ${entryColumns}, ${contentOfEntry} as content from audit_chain_pending u join audit_entry e on e.id = u.entry_id
    where e.id > ${after} order by e.id limit ${batch}`);
  const secrets = secretsOf(tx);
  const genuine = waiting.filter((entry) => isGenuineEntry(secrets, entry));
  const known = new Set(genuine);
  const forged = waiting.filter((entry) => !known.has(entry)).map(({ id }) => id);
  return { head: await chainThese(tx, genuine, at), last: waiting.at(-1)?.id, forged };
}

/** One at a time: a chain has one end. */
const lockChain = (db: Needs) => db.run(sql`select pg_advisory_xact_lock(hashtext('audit_chain'))`);

type Needs = Pick<Queries, 'rows' | 'maybeOne' | 'run'>;

/** Puts these at the end of the chain. */
async function chainThese(
  db: Needs,
  entries: { id: string; content: string }[],
  at: Date,
): Promise<AuditHead | undefined> {
  if (entries.length === 0) return undefined;
  const last = await db.maybeOne<{ seq: string; hash: Buffer }>(sql`
    select s.seq::text as seq, hash from audit_chain s order by s.seq desc limit 1`);
  const links = chain(last ? { seq: BigInt(last.seq), hash: last.hash } : { seq: 0n, hash: genesisHash }, entries);
  await db.run(sql`
    insert into audit_chain (seq, entry_id, previous, hash, chained_at)
    select seq, entry_id, previous, hash, ${at}
    from unnest(${links.map(({ seq }) => seq)}::bigint[], ${entries.map(({ id }) => id)}::uuid[],
                ${links.map(({ previous }) => previous)}::bytea[], ${links.map(({ hash }) => hash)}::bytea[])
      as seal (seq, entry_id, previous, hash)
    order by seq`);
  await db.run(sql`delete from audit_chain_pending where entry_id = any(${entries.map(({ id }) => id)}::uuid[])`);
  return links.at(-1);
}

function chain(head: AuditHead, entries: { content: string }[]): (AuditHead & { previous: Buffer })[] {
  let { seq, hash: previous } = head;
  return entries.map(({ content }) => {
    seq += 1n;
    const hash = createHash('sha256')
      .update(`${seq}\n${previous.toString('hex')}\n${content}`)
      .digest();
    const link = { seq, previous, hash };
    previous = hash;
    return link;
  });
}
