import type { Invariant } from '#server/ledger/invariants.ts';
import { checkInvariants, type Finding } from '#server/ledger/verify.ts';
import { guardThatIsOff } from '#server/platform/db/guards.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

const allotmentsAreWithinQuota = sql`
  select format('ipo_allotment %s', a.offering_id) as row, format('it gives %s of %s shares', sum(e.allotted), a.quota) as why
  from ipo_allotment a join ipo_allotment_entry e using (offering_id)
  group by a.offering_id having sum(e.allotted) > a.quota or bool_or(e.allotted > e.requested) or bool_or(e.allotted % a.lot_size <> 0)
  order by a.offering_id limit 1`;

/** Held money went to the issuer, into fees, or back: by the hold's own columns, and by the postings that ended it. */
const holdsAreAccountedFor = sql`
  select format('ipo_application %s', a.number) as row,
         format('it says %s paid and %s given back, its hold %s of %s', a.cost_minor + a.fee_minor, a.released_minor, h.captured, h.amount) as why
  from ipo_application a join ledger_hold h on h.id = a.hold_id
  where a.settled_at is not null
    and (a.cost_minor + a.fee_minor, a.released_minor, a.held_minor) is distinct from (h.captured, h.amount - h.captured, h.amount)
  order by a.number limit 1`;

const settledAsAllotted = sql`
  select format('ipo_application %s', a.number) as row,
         format('it was allotted %s, and says %s in state %s', e.allotted, a.allotted_quantity, a.state) as why
  from ipo_allotment t join ipo_allotment_entry e using (offering_id) join ipo_application a on a.id = e.application_id
  where (a.settled_at is not null and a.allotted_quantity is distinct from e.allotted) or (t.state = 'settled' and a.settled_at is null)
  order by a.number limit 1`;

const sharesArePaidFor = sql`
  select row, why from (
    select 0 as place, h.id, format('ipo_holding %s', h.id) as row, 'no transaction of its application paid its cost and fee' as why
    from ipo_holding h join ipo_application a on a.id = h.application_id join ledger_transaction t on t.id = h.transaction_id
    where (h.quantity, h.cost_minor, h.fee_minor, h.client_id) is distinct from (a.allotted_quantity, a.cost_minor, a.fee_minor, a.client_id)
       or t.kind <> 'ipo' or (a.hold_id is not null and not exists (select from ledger_hold l where l.id = a.hold_id and l.resolution_id = t.id))
    union all
    select 1, a.id, format('ipo_application %s', a.number), 'it was allotted shares that nobody holds'
    from ipo_application a left join ipo_holding h on h.application_id = a.id where a.settled_at is not null and a.allotted_quantity > 0 and h.id is null
  ) breach order by place, id limit 1`;

const demandIsCounted = sql`
  select format('ipo_offering %s', o.ticker) as row, format('its demand is said to be %s by %s with %s held, and is %s by %s with %s', d.requested, d.applicants, d.held, a.requested, a.applicants, a.held) as why
  from ipo_offering o
  cross join lateral (select coalesce(sum(requested), 0) as requested, coalesce(sum(applicants), 0) as applicants, coalesce(sum(held), 0) as held from ipo_demand where offering_id = o.id) d
  cross join lateral (select coalesce(sum(quantity), 0) as requested, count(*) as applicants, coalesce(sum(ipo_held(state, held_minor)), 0) as held from ipo_application where offering_id = o.id and ipo_is_demand(state)) a
  where (d.requested, d.applicants, d.held) <> (a.requested, a.applicants, a.held) order by o.ticker limit 1`;

/** The inputs of a draw are those that were committed to before. */
const drawsMatchCommitments = sql`
  select format('ipo_application %s', e.number) as row, 'the secret that its draw was made with is not the one that was committed to' as why
  from ipo_allotment t join ipo_seed s using (offering_id) join ipo_allotment_entry e using (offering_id)
  join ipo_application a on a.id = e.application_id left join ipo_draw_secret d on d.offering_id = e.offering_id and d.client_id = a.client_id
  where t.state <> 'frozen' and s.encrypted is not null and sha256(e.secret) is distinct from d.commitment
  order by e.number limit 1`;

const guards = [
  'ipo_allotment_entry_immutable',
  'ipo_allotment_entry_no_delete',
  'ipo_allotment_forward',
  'ipo_allotment_no_delete',
  'ipo_application_counts',
  'ipo_application_recount',
  'ipo_application_frozen_guard',
  'ipo_application_draw_secret_guard',
  'ipo_application_transitions',
  'ipo_draw_secret_immutable',
  'ipo_draw_secret_no_delete',
  'ipo_holding_no_delete',
  'ipo_offering_seed_guard',
  'ipo_offering_settlement_guard',
  'ipo_offering_transitions',
  'ipo_seed_guard',
  'ipo_seed_no_truncate',
  'ipo_seed_no_delete',
];

const invariants: readonly Invariant[] = [
  { name: 'an allotment gives whole lots, within its quota and what was asked for', breach: allotmentsAreWithinQuota },
  { name: 'what an application held was paid for shares and fees, or given back', breach: holdsAreAccountedFor },
  { name: 'an application is settled as it was allotted', breach: settledAsAllotted },
  { name: 'shares of an offering are held by who paid for them', breach: sharesArePaidFor },
  { name: 'a draw was made of the secrets that were committed to', breach: drawsMatchCommitments },
  { name: 'the demand of an offering is the sum of its applications', breach: demandIsCounted },
  { name: 'the guards of the book are switched on', breach: guardThatIsOff(guards) },
];

/** Checks allotments against the ledger. Give it a snapshot. */
export const verifyAllotments = (db: Queries): Promise<Finding[]> => checkInvariants(db, invariants);
