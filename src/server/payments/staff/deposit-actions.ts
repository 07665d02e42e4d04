import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentState } from '#contract/payments/names.ts';
import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { Posting } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { checkNotPaused } from '#server/platform/people/paused.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { feeOf } from '#contract/payments/fee.ts';
import { minWith, readAmount, usdValue } from '../amounts.ts';
import { accountsOf, creditWallet, postPayment, refusedFactsOf } from '../credit-wallet.ts';
import { chargeBackPostings } from '../lifecycle/charge-back-postings.ts';
import { checkAllowance } from '../limits.ts';
import { moveOn } from '../lifecycle/move.ts';
import { adapterOf } from '../methods.ts';
import { numberOf, type PaymentRow } from '../payment-row.ts';
import { notePayer } from '../deposits/note-payer.ts';
import { refundRailOf } from '../payouts/refund-rail.ts';
import { orderRefund, sendRefunds } from '../providers/send-refund.ts';
import type { Witnessed } from '../unchanged.ts';
import { returnOf } from '../withdrawals/to-card.ts';
import { act, expectState, runAction, type Staff } from './run-action.ts';
import { takeUp } from './assign.ts';
import { approveAs } from './approvals.ts';

interface Credit {
  payment_id: string;
  received: string;
  bank_reference?: string | undefined;
  note?: string | undefined;
  overrule?: string | undefined;
}

/**
 * Credits what arrived. Where it takes two, the first person's word is noted, and a second must name the same amount.
 * @throws Refusal as `payments.credit_deposit` lists them
 */
export function creditDeposit(app: App, staff: Staff, body: Credit): Promise<QueueItem> {
  return runAction(app, staff, 'credit_deposit', body, (tx, payment) => credit(app, tx, staff.me.id, payment, body));
}

/**
 * The same for money that a statement of the bank shows: a deposit that is not in review yet is taken into it first.
 * @param from the states in which the deposit may be
 * @throws Refusal as `creditDeposit`
 */
export async function creditArrived(
  app: App,
  tx: Tx,
  staffId: string,
  { payerAccount, ...body }: Credit & { payerAccount: string | null },
  from: readonly PaymentState[],
): Promise<void> {
  await act(app, tx, staffId, { action: 'credit_deposit', paymentId: body.payment_id }, async (_, payment) => {
    expectState(payment, 'deposit', ...from);
    const isInReview = payment.state === 'under_review';
    await notePayer(app, tx, payment.id, payerAccount);
    const taken = isInReview ? payment : await takeUp(app, tx, staffId, payment, app.clock.now());
    return credit(app, tx, staffId, taken, body);
  });
}

async function credit(app: App, tx: Tx, staffId: string, payment: Witnessed, body: Credit) {
  expectState(payment, 'deposit', 'under_review');
  const at = app.clock.now();
  const deposit = await asReceived(app, tx, payment, body.received);
  if (payment.received !== null && payment.received !== deposit.amount) {
    throw refuseField('received', 'payments.received_differs');
  }
  const [, { mark }] = await Promise.all([
    tx.run(sql`
      update payment set received = ${deposit.amount},
        bank_reference = coalesce(${body.bank_reference ?? null}, bank_reference), note = coalesce(${body.note ?? null}, note)
      where id = ${payment.id}`),
    approveAs(app, tx, staffId, 'credit_deposit', deposit, {
      at,
      overrule: body.overrule,
      carryOut: async () => {
        await Promise.all([
          creditWallet(app, tx, deposit, { by: { kind: 'staff', id: staffId }, at }),
          // Its provider may have taken it back during the review: that is followed as soon as it is read again.
          tx.run(sql`
            update provider_payment set next_at = ${at} where payment_id = ${payment.id} and provider_id is not null`),
        ]);
      },
    }),
  ]);
  const { amount, currency } = payment;
  return { announced: toDecimal(amount, currency), received: body.received, currency, ...mark };
}

/**
 * The deposit as it would be credited: its value follows from what arrived, and so does the fee, by the price that the
 * client was shown. A later change of the method or its price affects only new deposits.
 */
async function asReceived(app: App, tx: Tx, payment: Witnessed, received: string) {
  const { currency, clientId, id } = payment;
  const amount = readAmount(received, currency, { min: minWith(payment) }, 'received');
  const usd = await usdValue(tx, amount, currency);
  if (amount > payment.amount || payment.countedAt === null) {
    const at = app.clock.now();
    await checkAllowance(tx, { clientId, kind: 'deposit', at, usdMinor: usd, except: id });
  }
  return { ...payment, amount, usd, fee: feeOf(payment, amount) };
}

interface TakeBack {
  payment_id: string;
  reason: string;
  note: string;
  overrule?: string | undefined;
}

/**
 * Sends a credited deposit back, with its fee; to a card by its provider, after the wallet was debited.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`, `payments.paused`, `payments.partly_returned`,
 * `reasons.not_open`, `payments.approved_by_you`, `ledger.insufficient_funds`
 */
export async function refundDeposit(app: App, staff: Staff, body: TakeBack): Promise<QueueItem> {
  const rail = await refundRailOf(app, body.payment_id);
  const item = await takeBack(app, staff, 'refund', body, async (tx, payment) => {
    if (rail?.isOn === false) throw refuse('payments.state');
    await checkNotPaused(app, tx, payment.clientId);
    const part = await returnOf(tx, payment.id);
    if (part) throw refuse('payments.partly_returned', { number: numberOf(part) });
    const { wallet, pspIn, fees } = accountsOf(payment);
    return [
      { account: wallet.available, amountMinor: payment.fee - payment.amount },
      { account: fees.code, amountMinor: -payment.fee },
      { account: pspIn.code, amountMinor: payment.amount },
    ];
  });
  await sendRefunds(app, body.payment_id);
  return item;
}

/**
 * Books that a bank took a deposit back. The wallet pays as far as it can; the rest stays on the operator's suspense
 * account, where staff see what the client owes.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`, `reasons.not_open`,
 * `payments.approved_by_you`
 */
export function chargeBack(app: App, staff: Staff, body: TakeBack): Promise<QueueItem> {
  return takeBack(app, staff, 'charge_back', body, async (tx, payment) => {
    if (await returnOf(tx, payment.id)) throw refuse('payments.state');
    return chargeBackPostings(tx, payment);
  });
}

function takeBack(
  app: App,
  staff: Staff,
  action: 'refund' | 'charge_back',
  body: TakeBack,
  postings: (tx: Tx, payment: PaymentRow) => Promise<Posting[]>,
): Promise<QueueItem> {
  return runAction(app, staff, action, body, async (tx, payment) => {
    expectState(payment, 'deposit', 'credited');
    const move = { by: { kind: 'staff', id: staff.me.id }, at: app.clock.now() } as const;
    const reason = await chooseReason(tx, action, body.reason);
    await tx.run(sql`update payment set reason = ${reason}, note = ${body.note} where id = ${payment.id}`);
    const { done, mark } = await approveAs(app, tx, staff.me.id, action, payment, {
      at: move.at,
      overrule: body.overrule,
    });
    if (done) {
      const isOrdered = action === 'refund' && adapterOf(payment.method ?? 'bank_transfer').refunds === true;
      // A refund that failed may be followed by another.
      const key = isOrdered ? `refund:${await orderRefund(tx, payment, move.at)}` : action;
      await postPayment(tx, payment, { key, kind: 'correction', ...move }, await postings(tx, payment));
      await moveOn(app, tx, payment, action === 'refund' ? 'refunded' : 'charged_back', move);
      const eventName = action === 'refund' ? 'payments.deposit_refunded' : 'payments.deposit_charged_back';
      await app.outbox.emit(tx, eventName, refusedFactsOf(payment, reason));
    }
    return { purpose: action, reason_code: reason, ...mark };
  });
}
