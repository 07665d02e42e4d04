import type { PaymentAction, BlockedBy } from '#contract/payments/names.ts';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { blockedBy, isReportedPaid } from '../withdrawals/held-back.ts';
import { paymentColumns, paymentTables, showPayment, type PaymentRow } from '../payment-row.ts';
import { overdueOrder } from '../payouts/overdue.ts';
import { openActions, type Overdue } from '../rules.ts';

/** A payment with what staff need to see with it. */
export interface StoredQueueRow extends PaymentRow {
  name: string;
  level: number;
  reviewer: string | null;
  approvals: number;
  approvedByMe: PaymentAction[];
  /** The adjustment that reverses it, or is proposed to. */
  reversedBy: { id: string; number: string } | null;
  blockedBy: BlockedBy | null;
  isReportedPaid: boolean;
  overdue: Overdue | null;
  /** The person made it, or answers for the key of the program that did. */
  isMaker: boolean;
}

/** Who has approved the latest approved action: the one in progress, or the one that led to the present state. */
const approved = sql`
  (select count(*)::int from payment_approval a
   where a.payment_id = p.id and a.stands
     and a.action = (select b.action from payment_approval b
                  where b.payment_id = p.id and b.stands order by b.at desc, b.id desc limit 1))`;

/**
 * Payments that meet a condition on `p` and the client `c`, as payment staff see them; `more` as `readPayments` has it.
 */
export async function readStoredQueueRows<More = object>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  staffId: string,
  conditionAndOrder: Sql,
  more: Sql = sql``,
): Promise<(StoredQueueRow & More)[]> {
  return db.rows<StoredQueueRow & More>(sql`
    select ${paymentColumns} ${more}, c.full_name as name,
           ${clientLevel} as level,
           r.full_name as reviewer,
           ${approved} as approvals,
           array(select a.action from payment_approval a
                 where a.payment_id = p.id and a.staff_id = ${staffId} and a.stands) as "approvedByMe",
           (select jsonb_build_object('id', u.id, 'number', 'P-' || u.number)
            from payment u where u.reverses = p.id and u.state <> 'rejected') as "reversedBy",
           ${blockedBy(clock.now())} as "blockedBy",
           ${isReportedPaid} as "isReportedPaid",
           ${overdueOrder} as overdue,
           p.created_by = ${staffId} or answers_for_key(p.key_id, ${staffId}) as "isMaker"
    from ${paymentTables} join person c on c.id = p.client_id left join person r on r.id = p.reviewer_id
    where ${conditionAndOrder}`);
}

/** The actions that are open to a person who may act on payments at all. */
export function actionsOf(me: Pick<Person, 'id' | 'roles'>, row: StoredQueueRow): PaymentAction[] {
  if (!me.roles.includes('finance') && !me.roles.includes('admin')) return [];
  const { kind, state, approvedByMe } = row;
  const isReviewer = row.reviewerId === me.id;
  return openActions({
    kind,
    state,
    approvedByMe,
    isReviewer,
    heldBack: row.blockedBy,
    isReportedPaid: row.isReportedPaid,
    overdue: row.overdue,
    isReversal: row.reverses !== null || row.reversedBy !== null,
    isOwn: row.clientId === me.id,
    isMaker: row.isMaker,
  });
}

/** A row of the queue as the contract shapes it. */
export function showQueueRow(
  app: Pick<App, 'text' | 'settings'>,
  language: Language,
  me: Pick<Person, 'id' | 'roles'>,
  row: StoredQueueRow,
): QueueRow {
  return {
    ...showPayment(app, language, row),
    usd: toDecimal(row.usd, 'USD'),
    client: { id: row.clientId, name: row.name, level: row.level },
    reviewer: row.reviewerId === null ? null : { id: row.reviewerId, name: row.reviewer ?? '' },
    approvals: row.approvals,
    approvals_needed: row.approvalsNeeded,
    category: row.category,
    held_back: row.blockedBy,
    actable: actionsOf(me, row).length > 0,
  };
}
