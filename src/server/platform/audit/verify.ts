import { lastCheckpoint } from './checkpoint.ts';
import { forgedEntries } from './forged.ts';
import { secretsOf } from './mac.ts';
import { genesisHash, hashOfLink, type AuditHead } from './chain.ts';
import type { Queries, Tx } from '../db/database.ts';
import { guardThatIsOff } from '../db/guards.ts';
import { sql, type Sql } from '../db/sql.ts';

/** What an audit log proves: how long it is, and the first of its rows that breaks the chain, if one does. */
export interface AuditProof {
  head?: AuditHead;
  /** Entries so young that they are not in the chain yet. */
  waiting: bigint;
  breach?: { row: string; why: string };
}

/** Hashes every entry again and follows the chain. Set-based: the log may be long. */
const brokenLink = sql`
  select format('seal %s, entry %s', seq, entry_id) as row, why from (
    select s.seq, s.entry_id,
           case when s.seq <> s.expected then format('seal %s is missing', s.expected)
                when s.previous <> s.before then 'it does not follow the seal before it'
                when e.id is null then 'the entry is missing'
                when s.hash <> ${hashOfLink}
                then 'the entry is not what was sealed'
           end as why
    from (
      select *, row_number() over by_number as expected, coalesce(lag(hash) over by_number, ${genesisHash}::bytea) as before
      from audit_chain window by_number as (order by seq)
    ) s left join audit_entry e on e.id = s.entry_id
  ) followed
  where why is not null order by seq limit 1`;

const missingEntry = sql`
  select format('entry %s', e.id) as row, 'it is neither sealed nor waiting for its seal' as why
  from audit_entry e left join audit_chain s on s.entry_id = e.id left join audit_chain_pending u on u.entry_id = e.id
  where s.seq is null and u.entry_id is null order by e.id limit 1`;

const guards = [
  'audit_checkpoint_append_only',
  'audit_checkpoint_no_truncate',
  'audit_entry_append_only',
  'audit_entry_enqueue_chain',
  'audit_entry_no_truncate',
  'audit_chain_append_only',
  'audit_chain_guard',
  'audit_chain_no_truncate',
  'audit_chain_pending_immutable',
  'audit_chain_pending_no_truncate',
  'audit_chain_pending_guard',
];

/**
 * Verifies the chain of the audit log from its first link, and checks the MAC of each entry. `stored` is a head that
 * was noted earlier: with it, a log whose end was cut off, or that was chained again from its beginning, is noticed
 * too. Give it a snapshot.
 */
export async function verifyAudit(tx: Tx, stored?: AuditHead): Promise<AuditProof> {
  const head = await tx.maybeOne<AuditHead>(sql`select seq, hash from audit_chain order by seq desc limit 1`);
  const { waiting } = await tx.one<{ waiting: bigint }>(sql`select count(*) as waiting from audit_chain_pending`);
  const checkpoint = await lastCheckpoint(tx, secretsOf(tx));
  const breach =
    (await firstOf(tx, [
      brokenLink,
      ...(stored ? [otherThan(stored)] : []),
      ...(checkpoint ? [otherThan(checkpoint)] : []),
      missingEntry,
    ])) ??
    (await firstForged(tx)) ??
    (await firstOf(tx, [guardThatIsOff(guards)]));
  return { waiting, ...(head ? { head } : {}), ...(breach ? { breach } : {}) };
}

async function firstForged(tx: Tx): Promise<AuditProof['breach']> {
  const [first, ...others] = await forgedEntries(tx);
  if (!first) return undefined;
  const row = first.seq === null ? `entry ${first.id}` : `seal ${first.seq}, entry ${first.id}`;
  const more = others.length > 0 ? `, nor were ${others.length} more` : '';
  return { row, why: `the entry was not written by Atrium: its MAC is wrong${more}` };
}

const otherThan = ({ seq, hash }: AuditHead): Sql => sql`
  select format('seal %s', ${seq}::bigint) as row, 'it is not the one that was kept' as why
  where not exists (select from audit_chain where seq = ${seq} and hash = ${hash})`;

async function firstOf(db: Queries, statements: Sql[]): Promise<AuditProof['breach']> {
  for (const statement of statements) {
    const breach = await db.maybeOne<{ row: string; why: string }>(statement);
    if (breach) return breach;
  }
  return undefined;
}
