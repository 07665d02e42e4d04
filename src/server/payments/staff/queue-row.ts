import type { DeskAct, HeldBack } from '#contract/payment-names.ts';
import type { QueueRow } from '#contract/payments-staff.ts';
import type { Language } from '#contract/languages.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel } from '#server/platform/client-state.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { heldBack } from '../held-back.ts';
import { paymentColumns, paymentTables, showPayment, type PaymentRow } from '../payment-row.ts';
import { openActs } from '../rules.ts';

/** A payment with what staff need to see beside it. */
export interface DeskRow extends PaymentRow {
  firstName: string;
  secondName: string;
  level: number;
  reviewerFirstName: string | null;
  reviewerSecondName: string | null;
  approvals: number;
  approvedByMe: DeskAct[];
  /** The adjustment that undoes it, or is proposed to. */
  undoneBy: { id: string; number: string } | null;
  heldBack: HeldBack | null;
}

/** Who has approved the act that was approved last: the one that is under way, or that led to the present state. */
const approved = sql`
  (select count(*)::int from payment_approval a
   where a.payment_id = p.id and a.withdrawn_at is null
     and a.act = (select b.act from payment_approval b
                  where b.payment_id = p.id and b.withdrawn_at is null order by b.id desc limit 1))`;

/** Payments that meet a condition on `p` and the client `c`, as the person at the desk sees them; `more` as `readPayments` has it. */
export async function readDeskRows<More = object>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  staffId: string,
  conditionAndOrder: Sql,
  more: Sql = sql``,
): Promise<(DeskRow & More)[]> {
  return db.rows<DeskRow & More>(sql`
    select ${paymentColumns} ${more}, c.first_name as "firstName", c.second_name as "secondName",
           ${clientLevel} as level,
           r.first_name as "reviewerFirstName", r.second_name as "reviewerSecondName",
           ${approved} as approvals,
           array(select a.act from payment_approval a
                 where a.payment_id = p.id and a.staff_id = ${staffId} and a.withdrawn_at is null) as "approvedByMe",
           (select jsonb_build_object('id', u.id, 'number', 'P-' || u.number)
            from payment u where u.undoes = p.id and u.state <> 'rejected') as "undoneBy",
           ${heldBack(clock.now())} as "heldBack"
    from ${paymentTables} join client c on c.id = p.client_id left join client r on r.id = p.reviewer_id
    where ${conditionAndOrder}`);
}

/** The acts that are open to somebody who may act at all. */
export function actsOf(me: Pick<Client, 'id' | 'roles'>, row: DeskRow): DeskAct[] {
  if (!me.roles.includes('finance') && !me.roles.includes('admin')) return [];
  const { kind, state, approvedByMe } = row;
  const isReviewer = row.reviewerId === me.id;
  return openActs({
    kind,
    state,
    approvedByMe,
    isReviewer,
    isHeldBack: row.heldBack !== null,
    isUndo: row.undoes !== null || row.undoneBy !== null,
    isOwn: row.clientId === me.id,
    isMaker: row.createdBy === me.id,
  });
}

/** A row of the queue as the contract shapes it. */
export function showDeskRow(
  app: Pick<App, 'text' | 'house'>,
  language: Language,
  me: Pick<Client, 'id' | 'roles'>,
  row: DeskRow,
): QueueRow {
  const name = (first: string, second: string) =>
    app.text(language, 'common.full_name', { first_name: first, second_name: second });
  return {
    ...showPayment(app, language, row),
    usd: toDecimal(row.usd, 'USD'),
    client: { id: row.clientId, name: name(row.firstName, row.secondName), level: row.level },
    reviewer:
      row.reviewerId === null
        ? null
        : {
            id: row.reviewerId,
            name: name(row.reviewerFirstName ?? '', row.reviewerSecondName ?? ''),
          },
    approvals: row.approvals,
    approvals_needed: row.approvalsNeeded,
    category: row.category,
    held_back: row.heldBack,
    actable: actsOf(me, row).length > 0,
  };
}
