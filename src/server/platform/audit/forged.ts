import { lastCheckpoint, type AuditCheckpoint } from './checkpoint.ts';
import { entryColumns, isGenuineEntry, secretsOf, type EntryWithMac } from './mac.ts';
import { hashOfLink } from './chain.ts';
import type { Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';

/** An entry that the program has not written, and its place in the chain; null while it waits for one. */
export interface ForgedEntry {
  id: string;
  seq: bigint | null;
}

/**
 * Finds the entries that do not count: those without the right MAC, unless the chain up to a checkpoint vouches for
 * them. Reads the whole log; give it a snapshot.
 */
export async function forgedEntries(tx: Tx): Promise<ForgedEntry[]> {
  const checkpoint = await lastCheckpoint(tx, secretsOf(tx));
  const vouched = checkpoint ? await notVouchedFor(tx, checkpoint) : [];
  return [...vouched, ...(await withWrongMac(tx, checkpoint?.seq ?? 0n))];
}

/** The genuine entries, as a common table for the statement that follows. */
export const genuineBut = (forged: readonly ForgedEntry[]): Sql => sql`
  with genuine_entry as not materialized (
    select * from audit_entry where id not in (select unnest(${forged.map(({ id }) => id)}::uuid[])))`;

/**
 * The signed hash vouches for its own entry and the hash before it, that one for the entry before, and so on, back to
 * the first link that does not fit. Nothing vouches for what comes before.
 */
const notVouchedFor = (tx: Tx, { seq, hash, forged }: AuditCheckpoint): Promise<ForgedEntry[]> =>
  tx.rows<ForgedEntry>(sql`
    with linked as (
      select s.seq, s.hash = ${hashOfLink} and s.hash = coalesce(lead(s.previous) over (order by s.seq), ${hash}::bytea) as fits
      from audit_chain s left join audit_entry e on e.id = s.entry_id where s.seq <= ${seq})
    select s.entry_id as id, s.seq from audit_chain s
    where s.seq <= (select coalesce(max(l.seq), 0) from linked l where l.fits is not true)
       or s.seq <= ${seq} and s.entry_id = any(${forged}::uuid[])
    order by s.seq`);

async function withWrongMac(tx: Tx, vouchedTo: bigint): Promise<ForgedEntry[]> {
  const secrets = secretsOf(tx);
  const forged: ForgedEntry[] = [];
  await tx.run(sql`
    declare entries no scroll cursor for
    select ${entryColumns}, s.seq from audit_entry e left join audit_chain s on s.entry_id = e.id
    where s.seq is null or s.seq > ${vouchedTo} order by s.seq, e.id`);
  for (;;) {
    const rows = await tx.rows<EntryWithMac & { seq: bigint | null }>(sql`fetch 5000 from entries`);
    if (rows.length === 0) break;
    for (const row of rows) if (!isGenuineEntry(secrets, row)) forged.push({ id: row.id, seq: row.seq });
  }
  await tx.run(sql`close entries`);
  return forged;
}
