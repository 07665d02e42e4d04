import { lastCheckpoint } from './audit-checkpoint.ts';
import { forgedEntries } from './audit-forged.ts';
import { secretsOf } from './audit-mac.ts';
import { beforeFirstSeal, hashOfSeal, type AuditHead } from './audit-chain.ts';
import type { Queries, Tx } from './db/database.ts';
import { guardThatIsOff } from './db/guards.ts';
import { sql, type Sql } from './db/sql.ts';

/** What an audit log proves: how long it is, and the first of its rows that breaks the chain, if one does. */
export interface AuditProof {
  head?: AuditHead;
  /** Entries so young that their seal is still to come. */
  waiting: bigint;
  breach?: { row: string; why: string };
}

/** Hashes every entry again and follows the chain. Set-based: the log may be long. */
const brokenSeal = sql`
  select format('seal %s, entry %s', seq, entry_id) as row, why from (
    select s.seq, s.entry_id,
           case when s.seq <> s.place then format('seal %s is missing', s.place)
                when s.previous <> s.before then 'it does not follow the seal before it'
                when e.id is null then 'the entry is missing'
                when s.hash <> ${hashOfSeal}
                then 'the entry is not what was sealed'
           end as why
    from (
      select *, row_number() over by_number as place, coalesce(lag(hash) over by_number, ${beforeFirstSeal}::bytea) as before
      from audit_seal window by_number as (order by seq)
    ) s left join audit_entry e on e.id = s.entry_id
  ) followed
  where why is not null order by seq limit 1`;

const forgottenEntry = sql`
  select format('entry %s', e.id) as row, 'it is neither sealed nor waiting for its seal' as why
  from audit_entry e left join audit_seal s on s.entry_id = e.id left join audit_unsealed u on u.entry_id = e.id
  where s.seq is null and u.entry_id is null order by e.id limit 1`;

const guards = [
  'audit_checkpoint_append_only',
  'audit_checkpoint_kept',
  'audit_entry_append_only',
  'audit_entry_awaits_seal',
  'audit_entry_has_mac',
  'audit_entry_kept',
  'audit_seal_append_only',
  'audit_seal_follows',
  'audit_seal_kept',
  'audit_unsealed_fixed',
  'audit_unsealed_kept',
  'audit_unsealed_until_sealed',
];

/**
 * Follows the chain of the audit log from its first seal, and looks at the MAC of each entry. `kept` is a head that was noted earlier:
 * with it, a log whose end was cut off, or that was sealed anew from its beginning, is noticed too. Give it a snapshot.
 */
export async function verifyAudit(tx: Tx, kept?: AuditHead): Promise<AuditProof> {
  const head = await tx.maybeOne<AuditHead>(sql`select seq, hash from audit_seal order by seq desc limit 1`);
  const { waiting } = await tx.one<{ waiting: bigint }>(sql`select count(*) as waiting from audit_unsealed`);
  const checkpoint = await lastCheckpoint(tx, secretsOf(tx));
  const breach =
    (await firstOf(tx, [
      brokenSeal,
      ...(kept ? [otherThan(kept)] : []),
      ...(checkpoint ? [otherThan(checkpoint)] : []),
      forgottenEntry,
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
  where not exists (select from audit_seal where seq = ${seq} and hash = ${hash})`;

async function firstOf(db: Queries, statements: Sql[]): Promise<AuditProof['breach']> {
  for (const statement of statements) {
    const breach = await db.maybeOne<{ row: string; why: string }>(statement);
    if (breach) return breach;
  }
  return undefined;
}
