import { queueSorts, type PaymentKind, type PaymentState, type QueueSort } from '#contract/payments/names.ts';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { byId, byNumber, sortedBy, sortedCursor } from '#server/platform/lists/sorted.ts';
import type { Person } from '#server/platform/session/session.ts';
import { pageLength } from '../list-payments.ts';
import { queueStates } from '../rules.ts';
import { readSettings } from '../settings.ts';
import { readStoredQueueRows, showQueueRow } from './queue-row.ts';

type View = 'waiting' | 'mine' | 'second' | 'all';

export interface QueueFilters {
  kind?: PaymentKind | undefined;
  state?: PaymentState | undefined;
  view: View;
  client_id?: string | undefined;
  undecided_at?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  sort?: QueueSort | undefined;
  cursor?: string | undefined;
}

const inQueue = sql`p.state = any(${queueStates}::text[])`;

/** The filter of each view. The second approver sees what others have approved and they themselves have not. */
function viewCondition(view: View, staffId: string): Sql {
  const approvedBy = (whom: Sql) => sql`
    exists (select from payment_approval a where a.payment_id = p.id and a.stands and ${whom})`;
  switch (view) {
    case 'waiting':
      return inQueue;
    case 'mine':
      return sql`${inQueue} and p.reviewer_id = ${staffId}`;
    case 'second':
      return sql`p.state in ('under_review', 'in_review', 'proposed', 'credited') and p.client_id <> ${staffId}
        and p.created_by <> ${staffId} and (p.key_id is null or not answers_for_key(p.key_id, ${staffId}))
        and ${approvedBy(sql`a.staff_id <> ${staffId} and (p.state <> 'credited' or a.action in ('refund', 'charge_back'))`)}
        and not ${approvedBy(sql`a.staff_id = ${staffId} and (p.state <> 'credited' or a.action in ('refund', 'charge_back'))`)}`;
    case 'all':
      return sql`true`;
  }
}

/** Money came or went on one of the days; an index on such transactions serves it. */
function movedWithin({ from, to }: Pick<QueueFilters, 'from' | 'to'>): Sql {
  if (!from && !to) return sql`true`;
  return sql`p.id in (
    select substr(t.scope, length('payment:') + 1)::uuid from ledger_transaction t
    where t.kind in ('deposit', 'withdrawal', 'correction') and t.scope like 'payment:%'
      and t.at >= ${from ?? '-infinity'}::timestamp at time zone 'UTC'
      and t.at < (${to ?? 'infinity'}::date + 1)::timestamp at time zone 'UTC')`;
}

const sorts = { created: byId(sql`p.id`), amount: byNumber(sql`p.usd`) };

/** Payments that meet the filters, the latest first unless sorted otherwise. */
export function findQueued(app: App, me: Person, filters: QueueFilters, limit: number) {
  const { kind = null, state = null, client_id = null, undecided_at = null, cursor, sort = queueSorts[0] } = filters;
  const found = filters.search
    ? sql`concat_ws(' ', 'P-' || p.number, p.reference, name_and_email(c)) ilike ${patternOf(filters.search)}`
    : sql`true`;
  const { order, after, value } = sortedBy(sorts, sql`p.id`, { sort, cursor });
  return readStoredQueueRows<{ sort_value: string }>(
    app,
    me.id,
    sql`${viewCondition(filters.view, me.id)} and ${after}
      and (${kind}::text is null or p.kind = ${kind}) and (${state}::text is null or p.state = ${state})
      and (${client_id}::uuid is null or p.client_id = ${client_id})
      and (${undecided_at}::uuid is null or p.id in (
        select u.payment_id from undecided_at_provider u where u.connection_id = ${undecided_at}))
      and ${movedWithin(filters)}
      and ${found}
      order by ${order} limit ${limit}`,
    sql`, ${value} as sort_value`,
  );
}

/** The queue of staff, with totals of all that is pending. */
export async function listQueue(app: App, me: Person, language: Language, filters: QueueFilters) {
  const rows = await findQueued(app, me, filters, pageLength + 1);
  const page = rows.slice(0, pageLength);
  const last = rows.length > pageLength && page.at(-1);
  const { secondApproverFrom } = await readSettings(app.db);
  return {
    payments: page.map((row): QueueRow => showQueueRow(app, language, me, row)),
    next_cursor: last ? sortedCursor(filters.sort ?? queueSorts[0], last) : null,
    totals: await readTotals(app),
    second_approver_from: toDecimal(secondApproverFrom, 'USD'),
    sends_payouts: (await isOn(app, 'payouts')) || (await isOn(app, 'payments')),
  };
}

const isOn = async ({ connections }: App, port: 'payouts' | 'payments'): Promise<boolean> =>
  (await connections.open(port)).length > 0;

async function readTotals({ db }: App) {
  const rows = await db.rows<{ kind: PaymentKind; count: number; usd: bigint }>(sql`
    select p.kind, count(*)::int as count, sum(p.usd)::bigint as usd from payment p where ${inQueue} group by p.kind order by p.kind`);
  return rows.map((row) => ({ ...row, usd: toDecimal(row.usd, 'USD') }));
}
