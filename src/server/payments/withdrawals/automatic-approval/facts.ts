import { Big } from 'big.js';
import type { RiskRating } from '#contract/clients/risk-names.ts';
import { scaleOf } from '#contract/kernel/money.ts';
import type { PaymentMethod, PaymentState } from '#contract/payments/names.ts';
import type { AutomaticApproval } from '#contract/settings/values/automatic-approval.ts';
import { methodsByAccount } from '../../methods.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

const confirmed = sql`p.kind = 'withdrawal' and p.counted_at is not null`;

/** The account of `p` on the client's side. */
const account = sql`
  coalesce(p.source, (select d.fingerprint from payment_destination d where d.id = p.destination_id))`;

/** A confirmed withdrawal as the rules see it: what was known at the moment of its confirmation. Sums in US cents. */
export interface Facts {
  paymentId: string;
  number: bigint;
  clientId: string;
  state: PaymentState;
  /** When the client confirmed it. */
  at: Date;
  method: PaymentMethod;
  currency: string;
  /** Whether the rules say what its currency is worth at the least. */
  hasRate: boolean;
  usd: bigint;
  /** When it was requested, it took two people. */
  needsTwo: boolean;
  level: number;
  /** A client without a rating counts as one of high risk. */
  risk: RiskRating;
  accountDays: number;
  destinationDays: number;
  usedBefore: boolean;
  /** The client has paid in from the destination, or by its method from an account that is not known. */
  toSource: boolean;
  /** With this one, whatever became of the others. */
  dayUsd: bigint;
  monthUsd: bigint;
  /** A restriction, a block, or a recent change of what protects the account. */
  heldBack: boolean;
  /** A finding of the screening that is open or confirmed. */
  hasFinding: boolean;
  nameMatches: boolean;
  /** Another client uses the destination, too. */
  isShared: boolean;
}

/**
 * The facts about withdrawals `p` that were confirmed, the latest first. The same statement serves the decision on one
 * and the simulation over many, so both see the same. The level, the risk rating, the name and who uses the destination are those of now, and the value is at the
 * present rate or the least rate of the rules if one is higher. One pass over the payments of these clients: what came
 * before is summed on the way.
 */
export function readFacts(db: Queries, which: Sql, { least_rates: rates }: AutomaticApproval): Promise<Facts[]> {
  const least = [{ currency: 'USD', usd: '1' }, ...rates].map(({ currency, usd }) => ({
    currency,
    // The scale of the program: that of the database can be changed there.
    cents: new Big(usd)
      .times(100)
      .div(new Big(10).pow(scaleOf(currency)))
      .toFixed(),
  }));
  return db.rows<Facts>(sql`
    with least as (
      select * from unnest(${least.map(({ currency }) => currency)}::text[], ${least.map(({ cents }) => cents)}::numeric[]) l (currency, cents)
    ), client as materialized (
      select distinct p.client_id from payment p where ${confirmed} and ${which}
    ), valued as materialized (
      select p.id, p.kind, p.client_id, p.destination_id, p.method, ${account} as account, p.number, p.state, p.counted_at, p.currency, p.approvals_needed,
             p.kind = 'deposit' and p.source is null and p.method <> all(${methodsByAccount}::text[]) as unsaid,
             ${confirmed} and ${which} as asked, l.least,
             case when ${confirmed} and ${which} then greatest(approval_usd(p, 'approve'), l.least) end as value,
             case p.kind when 'withdrawal' then greatest(p.usd, l.least) else 0 end as counts
      from client k join payment p on p.client_id = k.client_id
      left join lateral (
        select least(div(p.amount * e.cents, 1), 9e18)::bigint as least from least e
        where e.currency = p.currency and p.kind = 'withdrawal') l on true
      where p.kind in ('deposit', 'withdrawal')
    ), paid_to as materialized (
      select d.id, d.holder, d.confirmed_at, is_shared(d.fingerprint, d.client_id) as shared
      from payment_destination d where d.id in (select v.destination_id from valued v where v.asked)
    ), summed as (
      select p.*,
             sum(p.counts) over day - p.counts as day,
             sum(p.counts) over month - p.counts as month,
             min(case when p.kind = 'withdrawal' and u.at is null then h.at end) over destination as used,
             min(case when p.kind = 'withdrawal' and u.at is not null then h.at end) over destination as used_once,
             max(case when p.kind = 'withdrawal' then u.at end) over destination as used_until,
             min(case when p.kind = 'deposit' and u.at is null then h.at end) over source as paid,
             min(case when p.kind = 'deposit' and u.at is not null then h.at end) over source as paid_once,
             max(case when p.kind = 'deposit' then u.at end) over source as paid_until,
             min(case when p.unsaid and u.at is null then h.at end) over method as paid_unsaid,
             min(case when p.unsaid and u.at is not null then h.at end) over method as paid_unsaid_once,
             max(case when p.unsaid then u.at end) over method as paid_unsaid_until
      from valued p
      left join lateral (
        select h.at from payment_status_history h
        where h.payment_id = p.id and h.state = case p.kind when 'deposit' then 'credited' else 'sent' end order by h.id limit 1) h on true
      -- It came back later: from then on it counts no more.
      left join lateral (
        select u.at from payment_status_history u
        where u.payment_id = p.id and h.at is not null and u.state in ('failed', 'refunded', 'charged_back', 'reversed') order by u.id limit 1) u on true
      window day as (partition by p.client_id order by p.counted_at range between interval '24 hours' preceding and current row),
             destination as (partition by p.client_id, p.destination_id), source as (partition by p.client_id, p.method, p.account),
             method as (partition by p.client_id, p.method),
             month as (partition by p.client_id order by p.counted_at range between interval '30 days' preceding and current row)
    )
    select a.id as "paymentId", a.number, a.client_id as "clientId", a.state, a.counted_at as at, a.method, a.currency, a.least is not null as "hasRate", a.value as usd, a.approvals_needed > 1 as "needsTwo",
           ${clientLevel} as level, coalesce(c.risk_rating, 'high') as risk,
           floor(extract(epoch from a.counted_at - c.created_at) / 86400)::int as "accountDays",
           coalesce(floor(extract(epoch from a.counted_at - d.confirmed_at) / 86400), 0)::int as "destinationDays",
           coalesce(a.used < a.counted_at, false) or coalesce(a.used_once < a.counted_at and a.used_until > a.counted_at, false) as "usedBefore",
           coalesce(a.paid < a.counted_at, false) or coalesce(a.paid_once < a.counted_at and a.paid_until > a.counted_at, false)
             or coalesce(a.paid_unsaid < a.counted_at, false)
             or coalesce(a.paid_unsaid_once < a.counted_at and a.paid_unsaid_until > a.counted_at, false) as "toSource",
           (a.day + a.value)::bigint as "dayUsd", (a.month + a.value)::bigint as "monthUsd",
           coalesce(c.blocked_at <= a.counted_at, false) or coalesce(c.frozen_at <= a.counted_at, false)
             or coalesce(c.security_changed_at <= a.counted_at
                  and c.security_changed_at + t.withdrawal_cooling_off_hours * interval '1 hour' > a.counted_at, false)
             or exists (select from payment_restriction o
                        where o.client_id = a.client_id and o.kind = 'withdrawal' and o.set_at <= a.counted_at
                          and coalesce(o.until >= (a.counted_at at time zone 'UTC')::date, true)) as "heldBack",
           screening_found(a.client_id, a.counted_at) as "hasFinding",
           d.holder = c.full_name as "nameMatches", d.shared as "isShared"
    from summed a join person c on c.id = a.client_id join paid_to d on d.id = a.destination_id cross join payment_setting t
    where a.asked
    order by a.counted_at desc, a.id desc`);
}
