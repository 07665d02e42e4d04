import type { Invariant } from '#server/ledger/invariants.ts';
import { checkInvariants, checkMacs, type Finding, type WrittenRows } from '#server/ledger/verify.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { guardThatIsOff } from '#server/platform/db/guards.ts';
import { sql } from '#server/platform/db/sql.ts';
import { returningStates } from './rules.ts';
import type { Secrets } from '#server/platform/secrets/token.ts';

/** A withdrawal's hold has come as far as the withdrawal. */
const holdsFollow = sql`
  select format('payment P-%s', p.number) as row, format('it is %s, its hold %s of %s', p.state, coalesce(h.state, 'missing'), h.amount) as why
  from payment p left join ledger_hold h on h.id = p.hold_id
  where p.kind = 'withdrawal' and not case
    when p.state in ('draft', 'awaiting_confirmation', 'expired') then h.id is null
    when p.state = 'cancelled' then h.id is null or h.state = 'released'
    when h.amount is distinct from p.amount or h.purpose <> 'withdrawal' then false
    when p.state in ('submitted', 'in_review', 'approved', 'ordered') then h.state = 'active'
    when p.state in ('sent', 'completed') then h.state = 'captured'
    when p.state = 'rejected' then h.state = 'released'
    else h.state in ('released', 'captured')
  end
  order by p.number limit 1`;

/**
 * A payment has moved in its wallet what its state says: nothing while it is open, or after it went back. A reversed
 * payment keeps its own booking, because another payment reverses it.
 */
const walletsFollow = sql`
  select format('payment P-%s', p.number) as row, format('it is %s and moved %s in its wallet', p.state, moved.amount) as why
  from payment p join wallet w on w.id = p.wallet_id
  cross join lateral (
    select coalesce(sum(l.amount), 0)::bigint as amount from ledger_transaction t join ledger_posting l on l.transaction_id = t.id
    where t.scope = 'payment:' || p.id and l.account_id in (w.available_id, w.held_id)
  ) moved
  where not case
    when p.kind = 'deposit' and p.state in ('credited', 'reversed') then moved.amount = p.amount - p.fee
    when p.state = 'charged_back' then moved.amount between 0 and p.amount - p.fee
    when p.kind = 'adjustment' and p.state in ('posted', 'reversed') then moved.amount = case when p.takes then -p.amount else p.amount end
    when p.state in ('sent', 'completed') then moved.amount = -p.amount
    else moved.amount = 0
  end
  order by p.number limit 1`;

/** A reversed payment was reversed once, by the opposite of what it had booked. */
const undoesFollow = sql`
  select format('payment P-%s', p.number) as row, format('it is %s, and %s mirrors it', p.state, coalesce('P-' || u.number, 'nothing')) as why
  from payment p
  left join payment u on u.reverses = p.id and u.state = 'posted' and exists (
    select from ledger_transaction t
    join ledger_transaction c on c.kind = 'correction' and c.reference_type = 'ledger_transaction' and c.reference_id = t.id::text
    where t.scope = 'payment:' || p.id and c.scope = 'payment:' || u.id)
  where (p.state = 'reversed') <> (u.id is not null)
    or p.reverses is not null and p.state = 'posted' and not exists (select from payment o where o.id = p.reverses and o.state = 'reversed')
  order by p.number limit 1`;

/** The status history ends with the payment's state. */
const stepsFollow = sql`
  select format('payment P-%s', p.number) as row, format('it is %s, its last step says %s', p.state, coalesce(last.state, 'nothing')) as why
  from payment p
  left join lateral (select s.state from payment_status_history s where s.payment_id = p.id order by s.id desc limit 1) last on true
  where last.state is distinct from p.state
  order by p.number limit 1`;

/**
 * A payment that needs approval has that of two people, or of one who may approve that amount alone; neither is its
 * client or maker, or answers for the key of the program that made it. A card needs none as far as its provider has proved it, nor does what a rule approves.
 */
const approvalsSuffice = sql`
  select format('payment P-%s', p.number) as row, format('it is %s with %s of 2 approvals', p.state, given.persons) as why
  from payment p
  cross join lateral (select case
    when p.state in ('approved', 'ordered', 'sent', 'completed') then 'approve'
    when p.state in ('credited', 'reversed') and p.method <> 'sandbox' and not exists (
      select from provider_payment v where v.payment_id = p.id and (v.received, v.received_currency) = (p.amount, p.currency))
      then 'credit_deposit'
    when p.state = 'refunded' then 'refund'
    when p.state = 'charged_back' and not payment_proved_by_provider(p, 'charge_back') then 'charge_back'
    when p.kind = 'adjustment' and p.state in ('posted', 'reversed') then 'decide_adjustment' end as action) wanted
  cross join lateral (
    select count(distinct a.staff_id) as persons, coalesce(bool_or(a.alone_usd is not null), false) as alone from payment_approval a
    where a.payment_id = p.id and a.action = wanted.action and a.stands and a.amount = p.amount and a.staff_id not in (p.client_id, p.created_by)
      and not answers_for_key(p.key_id, a.staff_id)
  ) given
  where wanted.action is not null and given.persons < 2 and not given.alone and not payment_approved_by_rule(p, wanted.action)
  order by p.number limit 1`;

/** Totals by method are the sums of the payments that count. */
const totalsFollow = sql`
  select format('payment_total %s %s in %s', method, kind, currency) as row,
         format('it says %s, the payments sum to %s', coalesce(stored, 'nothing'), coalesce(summed, 'nothing')) as why
  from (select method, kind, currency, concat_ws(' ', sum(amount), sum(count)) as stored from payment_total group by 1, 2, 3) s
  full join (
    select method, kind, currency, concat_ws(' ', sum(case kind when 'deposit' then amount else amount - fee end), count(*)) as summed
    from payment where (kind, state) in (('deposit', 'credited'), ('withdrawal', 'sent'), ('withdrawal', 'completed'))
    group by 1, 2, 3) p using (method, kind, currency)
  where nullif(stored, '0 0') is distinct from summed
  order by method, kind, currency limit 1`;

/** What rules have approved is counted on its day, and within the cap. */
const daysFollow = sql`
  select format('automatic_approval_day %s', day) as row, format('it says %s, the approvals sum to %s', coalesce(stored, 'nothing'), coalesce(summed, 'nothing')) as why
  from (select day, concat_ws(' ', count, usd) as stored from automatic_approval_day) d
  full join (
    select (at at time zone 'UTC')::date as day, concat_ws(' ', count(*), sum(usd)) as summed
    from automatic_approval where missed is null group by 1) a using (day)
  where nullif(stored, '0 0') is distinct from summed
  order by day limit 1`;

/**
 * A withdrawal is in a file for the bank or ordered at a provider exactly as long as it says so, and nothing else pays it. One that
 * two people have failed may still be under way at its provider.
 */
const ordersFollow = sql`
  select format('payment P-%s', p.number) as row, format('it is %s with %s orders', p.state, orders.count) as why
  from payment p
  cross join lateral (
    select (select count(*) from payout_file_line l where l.payment_id = p.id and l.ended_at is null)
         + (select count(*) from provider_payout o where o.payment_id = p.id and o.ended_at is null) as count
  ) orders
  where p.kind = 'withdrawal' and case
    when p.state = 'ordered' then orders.count <> 1
    when p.state in ('sent', 'completed', 'failed') then orders.count > 1
    else orders.count > 0 end
  order by p.number limit 1`;

/** No more goes back to a card than came from it. */
const returnsFit = sql`
  select format('payment P-%s', p.number) as row, format('%s came, withdrawals to its card return %s', p.amount, returned.amount) as why
  from (
    select w.refunds_id, sum(w.amount) as amount from payment w
    where w.refunds_id is not null and w.state = any(${returningStates}) group by w.refunds_id
  ) returned
  join payment p on p.id = returned.refunds_id
  where returned.amount > p.amount
  order by p.number limit 1`;

const guards = [
  'automatic_approval_append_only',
  'automatic_approval_day_adds_up',
  'automatic_approval_guard',
  'automatic_approval_simulation_append_only',
  'approval_request_alone_guard',
  'approval_request_guard',
  'approval_request_insert_guard',
  'approval_request_maker_guard',
  'approval_request_payment_guard',
  'currency_scale_fixed',
  'conversion_quote_screening_guard',
  'payment_counts',
  'payment_crypto_guard',
  'payment_insert_restriction_guard',
  'payment_insert_screening_guard',
  'payment_no_delete',
  'payment_order_guard',
  'payment_profile_open_guard',
  'payment_provider_guard',
  'payment_recounts',
  'payment_refund_guard',
  'payment_release_restriction_guard',
  'payment_release_screening_guard',
  'payment_release_time_guard',
  'payment_reversal_guard',
  'payment_status_history_append_only',
  'payment_transitions',
  'payout_file_day_guard',
  'payout_file_delivery_guard',
  'payout_file_guard',
  'payout_file_line_guard',
  'provider_payment_guard',
  'provider_payout_guard',
  'screening_hit_guard',
  'setting_version_simulated_guard',
  'trading_transfer_screening_guard',
];

const rules: readonly Invariant[] = [
  { name: 'a withdrawal holds its amount until it is sent or ended', breach: holdsFollow },
  { name: 'a payment has moved in its wallet what its state says', breach: walletsFollow },
  { name: 'what is reversed was undone by its mirror', breach: undoesFollow },
  { name: 'the last step of a payment is its state', breach: stepsFollow },
  { name: 'what wants approval was approved by enough persons', breach: approvalsSuffice },
  { name: 'the totals by method are the sums of the payments', breach: totalsFollow },
  { name: 'what rules approved is counted on its day', breach: daysFollow },
  { name: 'a withdrawal is ordered once while it says so', breach: ordersFollow },
  { name: 'no more goes back to a card than came from it', breach: returnsFit },
  { name: 'the guards of payments are switched on', breach: guardThatIsOff(guards) },
];

const written: readonly WrittenRows[] = [
  { name: 'payments were written by Atrium', table: 'payment', where: sql`true` },
  { name: 'approvals by rules were written by Atrium', table: 'automatic_approval', where: sql`true` },
  {
    name: 'approvals of payments were written by Atrium',
    table: 'approval_request',
    where: sql`r.payment_id is not null and r.state in ('open', 'approved')`,
  },
];

/** Holds the rows of payments against the ledger's, in a snapshot. */
export async function verifyPayments(tx: Tx, secrets: Secrets): Promise<Finding[]> {
  return [...(await checkInvariants(tx, rules)), ...(await checkMacs(tx, secrets, written))];
}
