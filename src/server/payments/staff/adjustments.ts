import { toDecimal } from '#contract/kernel/money.ts';
import type { AdjustmentCategory } from '#contract/payments/names.ts';
import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { LedgerKind } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { readAmount, usdValue } from '../amounts.ts';
import { accountsOf, factsOf, postPayment } from '../credit-wallet.ts';
import { moveOn, recordStatus } from '../lifecycle/move.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import type { PaymentRow } from '../payment-row.ts';
import { approvalsNeeded, readSettings } from '../settings.ts';
import { runAction, expectState, type Staff } from './run-action.ts';
import { approveAs, openRequest } from './approvals.ts';
import { carryOutReversal } from './reverse.ts';
import { readQueueItem } from './queue-item.ts';

interface ProposedAdjustment {
  wallet_id: string;
  direction: 'give' | 'take';
  amount: string;
  category: AdjustmentCategory;
  note: string;
}

/**
 * Proposes to give money to a wallet or to take some; it moves when another person approves.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.amount_scale`, `payments.amount_min`
 */
export async function proposeAdjustment(app: App, staff: Staff, body: ProposedAdjustment): Promise<QueueItem> {
  const { me, key, language } = staff;
  const intent = { ownerId: me.id, key, action: 'payments.adjust', body };
  const id = await app.db.tx((tx) => runIdempotent(app, tx, intent, () => insertAdjustment(app, tx, me, body)));
  return readQueueItem(app, me, language, id);
}

/**
 * The same for a member of staff or a program. Of the administrator of its key a program finds no wallet.
 * @throws Refusal as `proposeAdjustment`
 */
export async function insertAdjustment(app: App, tx: Tx, by: Actor, body: ProposedAdjustment): Promise<string> {
  const wallet = await tx.maybeOne<{ clientId: string; currency: string }>(sql`
    select client_id as "clientId", currency from wallet where id = ${body.wallet_id}`);
  if (!wallet) throw notFound();
  const { clientId, currency } = wallet;
  if (clientId === by.id) throw by.program ? notFound() : refuse('payments.own_request');
  const amount = readAmount(body.amount, currency, { min: 1n });
  const usd = await usdValue(tx, amount, currency);
  const [id, at] = [newId(), app.clock.now()];
  await tx.run(sql`
    insert into payment (id, kind, state, client_id, wallet_id, currency, amount, usd, takes, category, note, created_by, key_id,
                         approvals_needed, created_at, updated_at)
    values (${id}, 'adjustment', 'proposed', ${clientId}, ${body.wallet_id}, ${currency}, ${amount}, ${usd},
            ${body.direction === 'take'}, ${body.category}, ${body.note}, ${by.id}, ${by.program?.id ?? null},
            ${approvalsNeeded(await readSettings(tx), usd)}, ${at}, ${at})`);
  await signNewRow(tx, app.config, 'payment', sql`p.id = ${id}`);
  const request = { action: 'decide_adjustment', authorId: by.id, at, reason: body.note } as const;
  await openRequest(app, tx, { id, clientId }, request);
  await recordStatus(tx, [{ id, clientId }], 'proposed', { by: { kind: 'staff', id: by.id }, at });
  const { direction, category, note } = body;
  const details = { direction, category, amount: body.amount, currency, note, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'payments.adjust', details });
  await app.realtime.notifyQueues(tx, 'queue.payments');
  return id;
}

interface Decision {
  payment_id: string;
  decision: 'approve' | 'reject';
  reason?: string | undefined;
  note?: string | undefined;
  overrule?: string | undefined;
}

/**
 * Decides on an adjustment that another person made.
 * @throws Refusal as `payments.decide_adjustment` lists them
 */
export function decideAdjustment(app: App, staff: Staff, body: Decision): Promise<QueueItem> {
  return runAction(app, staff, 'decide_adjustment', body, async (tx, payment) => {
    if (payment.createdBy === staff.me.id) throw refuse('payments.own_approval_request');
    expectState(payment, 'adjustment', 'proposed');
    const move = { by: { kind: 'staff', id: staff.me.id }, at: app.clock.now() } as const;
    if (body.decision === 'reject') {
      const reason = await chooseReason(tx, 'adjustment', body.reason);
      await moveOn(app, tx, payment, 'rejected', { ...move, changes: sql`, reason = ${reason}` });
      return { decision: 'reject', purpose: 'adjustment', reason_code: reason };
    }
    const by = { at: move.at, overrule: body.overrule };
    const { done, mark } = await approveAs(app, tx, staff.me.id, 'decide_adjustment', payment, by);
    if (done) {
      await moveOn(app, tx, payment, 'posted', move);
      const { reverses } = payment;
      if (reverses !== null) await carryOutReversal(app, tx, { ...payment, reverses }, move);
      else {
        await postAdjustment(tx, payment, move);
        await notifyPosted(app, tx, payment);
      }
    }
    return { decision: 'approve', ...mark };
  });
}

async function notifyPosted({ outbox }: App, tx: Tx, payment: PaymentRow): Promise<void> {
  const { takes, category, currency } = payment;
  if (!category) throw new Error(`adjustment ${payment.id} has no category`);
  const amount = toDecimal(payment.amount, currency);
  await outbox.emit(tx, 'payments.adjustment_posted', { ...factsOf(payment), amount, category, takes });
}

/** The kind in the ledger and the operator's account on the other side, by the category of an adjustment. */
const books: Record<AdjustmentCategory, { kind: LedgerKind; settings: 'bonus' | 'fees' | 'suspense' }> = {
  correction: { kind: 'correction', settings: 'suspense' },
  goodwill: { kind: 'bonus', settings: 'bonus' },
  bonus: { kind: 'bonus', settings: 'bonus' },
  fee_refund: { kind: 'fee', settings: 'fees' },
  fee: { kind: 'fee', settings: 'fees' },
};

async function postAdjustment(
  tx: Tx,
  payment: PaymentRow,
  move: { by: { kind: 'staff'; id: string }; at: Date },
): Promise<void> {
  if (!payment.category) throw new Error(`adjustment ${payment.id} has no category`);
  const { kind, settings } = books[payment.category];
  const accounts = accountsOf(payment);
  const amount = payment.takes ? -payment.amount : payment.amount;
  await postPayment(tx, payment, { key: 'adjust', kind, ...move }, [
    { account: accounts[settings].code, amountMinor: -amount },
    { account: accounts.wallet.available, amountMinor: amount },
  ]);
}
