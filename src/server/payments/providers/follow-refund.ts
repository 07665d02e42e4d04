import type { App } from '#server/platform/app.ts';
import type { ProviderRefund } from '#server/platform/connections/ports/payments.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { accountsOf, factsOf, postPayment } from '../credit-wallet.ts';
import { moveOn } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';
import { orderOfRefund } from './card-withdrawals.ts';
import { addFinding, leaveForClosed } from './findings.ts';
import { closedAgainS, nextWatch } from './pauses.ts';
import type { Read } from './provider-row.ts';

/**
 * Follows a refund as its provider has it. One that was made elsewhere changes nothing by itself, and one that carries
 * out a withdrawal is followed there.
 */
export async function followRefund(app: App, tx: Tx, { payment, at }: Read, refund: ProviderRefund): Promise<void> {
  const ours = await tx.maybeOne<{ reference: string; amount: bigint; state: string; createdAt: Date }>(sql`
    select reference, amount, state, created_at as "createdAt" from provider_refund
    where (reference = ${refund.ref} or provider_id = ${refund.id}) and payment_id = ${payment.id} for update`);
  // One of ours that counts as failed: the client has the money again, and now the provider pays it to the card as well.
  const isLate = ours?.state === 'failed';
  if (!ours || isLate) {
    if (refund.state !== 'failed' && (isLate || !(await orderOfRefund(tx, payment.id, refund))))
      await addFinding(app, tx, {
        paymentId: payment.id,
        kind: isLate ? 'refund_late' : 'refund_elsewhere',
        subject: refund.id,
        amount: refund.amount,
        at,
        ...(ours && { insteadOf: { kind: 'refund_failed', subject: ours.reference } as const }),
      });
    return;
  }
  if (refund.state === 'failed') return undoRefund(app, tx, payment, ours.reference, at);
  if (refund.amount.minor !== ours.amount || refund.amount.currency !== payment.currency)
    await addFinding(app, tx, {
      paymentId: payment.id,
      kind: 'amount',
      subject: refund.id,
      amount: refund.amount,
      at,
    });
  await tx.run(sql`
    update provider_refund set state = ${refund.state}, provider_id = ${refund.id}, next_at = ${nextWatch(ours.createdAt, at)},
      ended_at = case when ${refund.state} = 'succeeded' then coalesce(ended_at, ${at}) end
    where reference = ${ours.reference}`);
}

/**
 * The refund did not reach the card: the client has the money again, and staff have to find another way. For a closed account it
 * stays as it was until the account is open again, or staff have handled it.
 */
export async function undoRefund(app: App, tx: Tx, payment: PaymentRow, reference: string, at: Date): Promise<void> {
  const amount = { minor: payment.amount, currency: payment.currency };
  const waiting = { kind: 'refund_pending', subject: `${reference} failed` } as const;
  const left =
    payment.state === 'refunded'
      ? await leaveForClosed(app, tx, payment.clientId, { paymentId: payment.id, ...waiting, amount, at })
      : null;
  if (left === 'waiting') {
    const next = new Date(at.getTime() + closedAgainS * 1000);
    await tx.run(sql`
      update provider_refund set next_at = ${next} where reference = ${reference} and state <> 'failed'`);
    return;
  }
  const ended = await tx.run(sql`
    update provider_refund set state = 'failed', ended_at = ${at}, next_at = null where reference = ${reference} and state <> 'failed'`);
  if (ended === 0 || left === 'handled') return;
  await addFinding(app, tx, {
    paymentId: payment.id,
    kind: 'refund_failed',
    subject: reference,
    amount,
    at,
    insteadOf: waiting,
  });
  if (payment.state !== 'refunded') return;
  const { wallet, pspIn, fees } = accountsOf(payment);
  const move = { by: { kind: 'system' } as const, at };
  await postPayment(tx, payment, { key: `refund_failed:${reference}`, kind: 'correction', ...move }, [
    { account: wallet.available, amountMinor: payment.amount - payment.fee },
    { account: fees.code, amountMinor: payment.fee },
    { account: pspIn.code, amountMinor: -payment.amount },
  ]);
  await moveOn(app, tx, payment, 'credited', { ...move, changes: sql`, reason = null` });
  await app.outbox.emit(tx, 'payments.deposit_credited', factsOf(payment));
}
