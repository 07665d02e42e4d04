import type { PaymentMethod, PaymentState } from '#contract/payments/names.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

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
  usd: bigint;
  level: number;
  accountDays: number;
  destinationDays: number;
  usedBefore: boolean;
  toSource: boolean;
  /** With this one, whatever became of the others. */
  dayUsd: bigint;
  monthUsd: bigint;
  /** A restriction, a block, or a recent change of what protects the account. */
  heldBack: boolean;
  /** A finding of the screening that is open or confirmed. */
  hasFinding: boolean;
  nameMatches: boolean;
}

/**
 * The facts about withdrawals `p` that were confirmed, the latest first. The same statement serves the decision on one
 * and the simulation over many, so both see the same. The level and the name are those of now, and the value is at the
 * present rate if that is higher.
 */
export const readFacts = (db: Queries, which: Sql, limit: number): Promise<Facts[]> =>
  db.rows<Facts>(sql`
    with asked as materialized (
      select p.*, approval_usd(p, 'approve') as value from payment p
      where p.kind = 'withdrawal' and p.counted_at is not null and ${which}
      order by p.counted_at desc, p.id desc limit ${limit}
    ), client as (
      select client_id, min(counted_at) as first, max(counted_at) as last from asked group by client_id
    ), summed as (
      select p.id, sum(p.usd) over day - p.usd as day, sum(p.usd) over month - p.usd as month
      from payment p join client k on k.client_id = p.client_id and p.counted_at between k.first - interval '30 days' and k.last
      where p.kind = 'withdrawal'
      window day as (partition by p.client_id order by p.counted_at range between interval '24 hours' preceding and current row),
             month as (partition by p.client_id order by p.counted_at range between interval '30 days' preceding and current row)
    ), used as (
      select p.destination_id, min(h.at) as first
      from payment p join payment_status_history h on h.payment_id = p.id and h.state = 'sent'
      where p.kind = 'withdrawal' and p.client_id in (select client_id from client)
        and p.destination_id in (select destination_id from asked)
      group by p.destination_id
    ), paid as (
      select p.client_id, p.method, p.source, min(h.at) as first
      from payment p join payment_status_history h on h.payment_id = p.id and h.state = 'credited'
      where p.kind = 'deposit' and p.state = 'credited' and p.client_id in (select client_id from client)
      group by p.client_id, p.method, p.source
    )
    select a.id as "paymentId", a.number, a.client_id as "clientId", a.state, a.counted_at as at, a.method, a.currency, a.value as usd,
           ${clientLevel} as level,
           floor(extract(epoch from a.counted_at - c.created_at) / 86400)::int as "accountDays",
           coalesce(floor(extract(epoch from a.counted_at - d.confirmed_at) / 86400), 0)::int as "destinationDays",
           coalesce(u.first < a.counted_at, false) as "usedBefore", coalesce(s.first < a.counted_at, false) as "toSource",
           (m.day + a.value)::bigint as "dayUsd", (m.month + a.value)::bigint as "monthUsd",
           coalesce(c.blocked_at <= a.counted_at, false) or coalesce(c.frozen_at <= a.counted_at, false)
             or coalesce(c.security_changed_at <= a.counted_at
                  and c.security_changed_at + t.withdrawal_cooling_off_hours * interval '1 hour' > a.counted_at, false)
             or exists (select from payment_restriction o
                        where o.client_id = a.client_id and o.kind = 'withdrawal' and o.set_at <= a.counted_at
                          and coalesce(o.until >= (a.counted_at at time zone 'UTC')::date, true)) as "heldBack",
           screening_found(a.client_id, a.counted_at) as "hasFinding",
           d.holder = c.full_name as "nameMatches"
    from asked a join person c on c.id = a.client_id join payment_destination d on d.id = a.destination_id
    join summed m on m.id = a.id cross join payment_setting t
    left join used u on u.destination_id = a.destination_id
    left join paid s on s.client_id = a.client_id and s.method = a.method and s.source is not distinct from a.source
    order by a.counted_at desc, a.id desc`);
