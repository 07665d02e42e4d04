import { forgedEntries, genuineBut, type ForgedEntry } from '#server/platform/audit/forged.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { inWords } from './client/store-override.ts';
import type { Override } from './client/store-override.ts';

/** A person whose row differs from what the audit log says. */
export interface PersonFinding {
  clientId: string;
  what: string;
  /** What follows from the audit log. */
  logged: string;
  /** What the table has. */
  stored: string;
}

/** The last entry of each person among `entries`, which have `id`, `person` and `value`. Ids sort by time. */
const lastOf = (entries: Sql) =>
  sql`select distinct on (person) person, value from (${entries}) entry order by person, id desc`;

const roles = sql`
  select c.id as "clientId", 'roles' as what, coalesce(l.value, '–') as logged, c.stored
  from (select id, coalesce(nullif(array_to_string(array(
          select role from unnest(roles) role where role <> 'client' order by role collate "C"), ' '), ''), '–') as stored from person) c
  left join (${lastOf(sql`
    select id, client_id as person, details ->> 'to' as value from genuine_entry where action = 'staff.set_roles'
    union all select id, actor_id, 'admin' from genuine_entry where action = 'setup.finish'`)}) l on l.person = c.id
  where c.stored <> coalesce(l.value, '–')`;

/** The row, which has a MAC, says how many requests there were; `isRoleRequestMissing` asks the same. */
const roleRequests = sql`
  select c.id as "clientId", 'requests about roles' as what, c.role_requests::text as logged, coalesce(r.count, 0)::text as stored
  from person c full join (
    select client_id, count(*) as count from approval_request where kind = 'role' and state = 'approved' group by client_id) r on r.client_id = c.id
  where c.role_requests <> coalesce(r.count, 0)`;

/** The entry follows the change within the same transaction, so its time is a little later. */
const readmissions = sql`
  select c.id as "clientId", 'restored access' as what, date_trunc('second', l.value)::text as logged,
         coalesce(date_trunc('second', c.readmitted_at)::text, '–') as stored
  from person c join (${lastOf(sql`
    select id, client_id as person, created_at as value from genuine_entry
    where action in ('clients.reset_second_factor', 'staff.unblock', 'auth.unbind_identity')`)}) l on l.person = c.id
  where coalesce(c.readmitted_at, '-infinity') < l.value - interval '1 minute'`;

/** An import may give a level by hand, and a change of a person's data may end one; the entry says which. */
const levelsByHand = sql`
  select c.id as "clientId", 'level by hand' as what, coalesce(l.value, '–') as logged, coalesce(c.level_override::text, '–') as stored
  from person c left join (${lastOf(sql`
    select id, client_id as person, case when details ->> 'by' = 'hand' then details ->> 'to' end as value
    from genuine_entry where action = 'clients.set_level'
    union all select id, client_id, details ->> 'level' from genuine_entry where action = 'imports.client'
    union all select id, client_id, null from genuine_entry where action <> 'clients.set_level' and details ->> 'level' like '% → '`)}) l
    on l.person = c.id
  where c.level_override::text is distinct from l.value`;

const risks = sql`
  select c.id as "clientId", 'risk rating' as what, coalesce(l.value, '–') as logged, coalesce(c.risk_rating, '–') as stored
  from person c left join (${lastOf(sql`
    select id, client_id as person, details ->> 'to' as value from genuine_entry where action = 'clients.set_risk'`)}) l on l.person = c.id
  where c.risk_rating is distinct from l.value`;

/** No entry sets the level that rights follow from: it is the one by hand, or what was proven. */
const levels = sql`
  select c.id as "clientId", 'level' as what, greatest(coalesce(c.level_override, v.level), (c.email_verified_at is not null)::int)::text as logged,
         c.verification_level::text as stored
  from person c join verification_status v on v.client_id = c.id
  where c.verification_level > greatest(coalesce(c.level_override, v.level), (c.email_verified_at is not null)::int)`;

const blocks = sql`
  select c.id as "clientId", 'block' as what, case when l.value = 'on' then 'blocked' else 'not blocked' end as logged,
         case when c.blocked_at is null then 'not blocked' else 'blocked' end as stored
  from person c left join (${lastOf(sql`
    select id, client_id as person, case when action in ('staff.block', 'clients.close') then 'on' else 'off' end as value
    from genuine_entry where action in ('staff.block', 'staff.unblock', 'clients.close', 'clients.reopen')`)}) l on l.person = c.id
  where (c.blocked_at is not null) <> (coalesce(l.value, 'off') = 'on')`;

const authenticators = sql`
  select c.id as "clientId", 'authenticator app' as what, coalesce(l.value, 'off') as logged, c.stored
  from (select id, case when exists (select from totp t where t.person_id = person.id and t.confirmed_at is not null) then 'on' else 'off' end as stored
        from person) c
  left join (${lastOf(sql`
    select id, client_id as person, case when action = 'auth.confirm_totp' then 'on' else 'off' end as value
    from genuine_entry where action in ('auth.confirm_totp', 'auth.remove_totp', 'clients.reset_second_factor', 'clients.close')`)}) l
    on l.person = c.id
  where c.stored <> coalesce(l.value, 'off')`;

/** Passkeys that were added and not removed since all were removed. */
const passkeys = sql`
  select c.id as "clientId", 'passkeys' as what, greatest(coalesce(l.value, 0), 0)::text as logged, c.stored::text
  from (select id, (select count(*) from passkey p where p.person_id = person.id) as stored from person) c
  left join (
    select e.client_id as person, count(*) filter (where action = 'auth.add_passkey') - count(*) filter (where action = 'auth.remove_passkey') as value
    from genuine_entry e left join lateral (
      select max(id::text) as id from genuine_entry r
      where r.client_id = e.client_id and r.action in ('clients.reset_second_factor', 'clients.close')) away on true
    where e.action in ('auth.add_passkey', 'auth.remove_passkey') and (away.id is null or e.id::text > away.id)
    group by e.client_id) l on l.person = c.id
  where c.stored <> coalesce(l.value, 0)`;

const factors = sql`
  select c.id as "clientId", 'second factor' as what, case when c.has then 'on' else 'off' end as logged,
         case when c.has then 'off' else 'on' end as stored
  from (select id, second_factor_at, exists (select from totp t where t.person_id = person.id and t.confirmed_at is not null)
          or exists (select from passkey p where p.person_id = person.id) as has from person) c
  where c.has <> (c.second_factor_at is not null)`;

/**
 * For each person and subject of an exception, the last entry contains until when it applies, or that it was ended.
 * Earlier entries have the name of an offering in place of its id.
 */
const dealingExceptions = sql`
  select coalesce(d.client_id, l.client_id) as "clientId", 'dealing exception ' || coalesce(d.scope, l.scope) as what,
         coalesce(l.until, '–') as logged, coalesce(d.until::text, '–') as stored
  from (select client_id, scope, until from dealing_exception where ended_at is null) d
  full join (
    select distinct on (e.client_id, about.scope) e.client_id, about.scope,
           case when e.action = 'staff.allow_dealing' then e.details ->> 'until' end as until
    from genuine_entry e
    left join ipo_offering o on e.details ->> 'offering' in (o.id::text, o.issuer || ' (' || o.ticker || ')')
    cross join lateral (
      select coalesce(o.id::text, e.details ->> 'offering', substr(e.details ->> 'about', length('dealing_') + 1)) as scope) about
    where e.action in ('staff.allow_dealing', 'staff.end_dealing')
    order by e.client_id, about.scope, e.id desc) l on (l.client_id, l.scope) = (d.client_id, d.scope)
  where d.until::text is distinct from l.until`;

/** A first address is no entry of the log: only one that was changed is compared. */
const emails = sql`
  select c.id as "clientId", 'email' as what, l.value as logged, c.email as stored
  from person c join (${lastOf(sql`
    select id, client_id as person, details ->> 'to' as value from genuine_entry where action = 'auth.confirm_email_change'`)}) l on l.person = c.id
  where c.email <> l.value`;

/** A key of a program acts for the person who made it. Each was recorded with its name and scopes. */
const operatorKeys = sql`
  select k.created_by as "clientId", 'operator key ' || k.name as what, '–' as logged, array_to_string(k.scopes, ' ') as stored
  from operator_key k
  where not exists (select from genuine_entry e where e.action = 'operator.create_key' and e.details ->> 'key' = k.name
                      and e.details ->> 'scopes' = array_to_string(k.scopes, ' '))`;

type KindOfLimit = Pick<Override, 'kind' | 'max' | 'until'>;
interface LimitRow extends KindOfLimit {
  clientId: string;
  logged: string;
  isSet: boolean;
  perOperation: bigint | null;
  perDay: bigint | null;
  perMonth: bigint | null;
}

async function limits(tx: Tx, genuine: Sql): Promise<PersonFinding[]> {
  const rows = await tx.rows<LimitRow>(sql`
    ${genuine} select coalesce(o.client_id, l.client_id) as "clientId", coalesce(o.kind, l.kind) as kind, coalesce(l.value, '–') as logged,
           o.client_id is not null as "isSet", o.max_accounts as max, o.per_operation as "perOperation", o.per_day as "perDay",
           o.per_month as "perMonth", o.until::text as until
    from client_override o full join (
      select distinct on (client_id, details ->> 'kind') client_id, details ->> 'kind' as kind, details ->> 'to' as value
      from genuine_entry where action in ('staff.set_account_limit', 'staff.set_limits', 'staff.end_override')
      order by client_id, details ->> 'kind', id desc) l on l.client_id = o.client_id and l.kind = o.kind`);
  return rows.flatMap(({ clientId, kind, logged, isSet, max, until, ...cents }) => {
    const stored = isSet ? inWords({ kind, max: max, until, limits: cents }) : '–';
    return stored === logged ? [] : [{ clientId, what: `limit ${kind}`, logged, stored }];
  });
}

const checks = [
  roles,
  roleRequests,
  readmissions,
  levelsByHand,
  levels,
  risks,
  blocks,
  authenticators,
  passkeys,
  factors,
  emails,
  operatorKeys,
  dealingExceptions,
];

/** What the replay found: how many people there are, whose rows differ, and which entries it has not believed. */
interface PeopleProof {
  people: bigint;
  findings: PersonFinding[];
  forged: ForgedEntry[];
}

/**
 * Replays from the audit log who has which roles, levels, risk ratings, limits, blocks, factors, addresses, keys and dealing
 * exceptions, and names each person whose rows differ: those were changed past the program. An entry that the program
 * has not written does not count. Give it a snapshot. `verifyAudit` proves that the log itself is intact.
 */
export async function verifyPeople(tx: Tx): Promise<PeopleProof> {
  const { people } = await tx.one<{ people: bigint }>(sql`select count(*) as people from person`);
  const forged = await forgedEntries(tx);
  const genuine = genuineBut(forged);
  const findings: PersonFinding[] = [];
  for (const check of checks) findings.push(...(await tx.rows<PersonFinding>(sql`${genuine} ${check} order by 1`)));
  findings.push(...(await limits(tx, genuine)));
  return { people, findings, forged };
}
