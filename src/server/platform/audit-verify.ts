import { beforeFirstSeal, contentOfEntry, type AuditHead } from './audit-seal.ts';
import type { Queries } from './db/database.ts';
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
                when s.hash <> sha256(convert_to(s.seq || E'\\n' || encode(s.previous, 'hex') || E'\\n' || ${contentOfEntry}, 'UTF8'))
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
  'audit_entry_append_only',
  'audit_entry_awaits_seal',
  'audit_entry_kept',
  'audit_seal_append_only',
  'audit_seal_follows',
  'audit_seal_kept',
  'audit_unsealed_fixed',
  'audit_unsealed_kept',
  'audit_unsealed_until_sealed',
];

/**
 * Follows the chain of the audit log from its first seal. `kept` is a head that was noted earlier: with it, a log whose
 * end was cut off, or that was sealed anew from its beginning, is noticed too. Give it a snapshot.
 */
export async function verifyAudit(db: Queries, kept?: AuditHead): Promise<AuditProof> {
  const head = await db.maybeOne<AuditHead>(sql`select seq, hash from audit_seal order by seq desc limit 1`);
  const { waiting } = await db.one<{ waiting: bigint }>(sql`select count(*) as waiting from audit_unsealed`);
  const breach = await firstOf(db, [
    brokenSeal,
    ...(kept ? [otherThan(kept)] : []),
    forgottenEntry,
    guardThatIsOff(guards),
  ]);
  return { waiting, ...(head ? { head } : {}), ...(breach ? { breach } : {}) };
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
