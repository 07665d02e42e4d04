import type { Invariant } from '#server/ledger/invariants.ts';
import { checkInvariants, checkMacs, type Finding, type WrittenRows } from '#server/ledger/verify.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { guardThatIsOff } from '#server/platform/db/guards.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Secrets } from '#server/platform/secrets/token.ts';

const row = sql`format('offering %s', o.ticker)`;
/** The last approved request of one step. */
const approved = (action: string): Sql => sql`
  left join lateral (
    select r.value from approval_request r where r.offering_id = o.id and r.action = ${action} and r.state = 'approved'
    order by r.decided_at desc limit 1) agreed on true`;

const termsFollow = sql`
  select ${row} as row, 'its terms are not those that two people approved' as why
  from ipo_offering o ${approved('publish')}
  where o.announced_at is not null and agreed.value -> 'terms' is distinct from ipo_offering_terms(o)
    or o.announced_at is null and o.state not in ('draft', 'archived')
  order by o.ticker limit 1`;

/** The price of a direct offering is one of its terms. */
const pricesFollow = sql`
  select ${row} as row, format('its final price %s is not what two people approved', o.final_price_minor) as why
  from ipo_offering o ${approved('price')}
  where o.final_price_minor is not null
    and o.final_price_minor is distinct from case o.mode when 'direct' then o.price_low_minor else (agreed.value ->> 'price_minor')::bigint end
  order by o.ticker limit 1`;

const quotesFollow = sql`
  select format('price of offering %s at %s', o.ticker, p.at) as row, format('%s is not what two people approved', p.price_minor) as why
  from ipo_price p join ipo_offering o on o.id = p.offering_id left join approval_request r
    on r.id = p.approval_request_id and r.offering_id = p.offering_id and r.action in ('list', 'quote') and r.state = 'approved' and r.decided_at = p.at
  where p.source = 'staff' and (r.value ->> 'price_minor')::bigint is distinct from p.price_minor
  order by o.ticker, p.at limit 1`;

const guards = ['ipo_offering_transitions', 'ipo_offering_no_delete', 'ipo_price_decided'];

const rules: readonly Invariant[] = [
  { name: 'offerings have the terms that two people approved', breach: termsFollow },
  { name: 'final prices are what two people approved', breach: pricesFollow },
  { name: 'quoted prices are what two people approved', breach: quotesFollow },
  { name: 'the guards of offerings are switched on', breach: guardThatIsOff(guards) },
];

const written: readonly WrittenRows[] = [
  {
    name: 'approvals of offerings were written by Atrium',
    table: 'approval_request',
    where: sql`r.offering_id is not null and r.state in ('open', 'approved')`,
  },
];

/** Holds offerings and their prices against the approval requests, whose MACs it checks. Give it a snapshot. */
export async function verifyOfferings(tx: Tx, secrets: Secrets): Promise<Finding[]> {
  return [...(await checkInvariants(tx, rules)), ...(await checkMacs(tx, secrets, written))];
}
