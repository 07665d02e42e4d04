import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { arePaymentsPaused } from '#server/platform/people/paused.ts';
import { providerReference } from '../deposits/references.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';
import { addHours } from '../rules.ts';
import { addFinding } from './findings.ts';
import { undoRefund } from './follow-refund.ts';
import { askAgainS, callS, endHours, repeatHours } from './pauses.ts';
import { isRemoved, readProviderRow } from './provider-row.ts';
import { settlePayment } from './settle-payment.ts';

/** The reference of a new refund, which is stored in the transaction that takes the money from the wallet. */
export async function orderRefund(tx: Tx, payment: PaymentRow, at: Date): Promise<string> {
  const reference = providerReference('REF');
  await tx.run(sql`
    insert into provider_refund (reference, payment_id, amount, created_at, next_at)
    values (${reference}, ${payment.id}, ${payment.amount}, ${at}, ${at})`);
  return reference;
}

/** Sends what was ordered for a payment, at once; the job sends what is left. */
export async function sendRefunds(app: App, paymentId: string): Promise<void> {
  const ordered = await app.db.rows<{ reference: string }>(sql`
    select reference from provider_refund where payment_id = ${paymentId} and state = 'calling'`);
  for (const { reference } of ordered) await sendRefund(app, reference);
}

interface Refund {
  reference: string;
  paymentId: string;
  amount: bigint;
  state: 'calling' | 'pending' | 'succeeded';
  createdAt: Date;
  /** When the provider was first called for it. */
  sentAt: Date | null;
}

/** After so many hours without a decision, staff are to look at a refund. */
const overdueHours: Partial<Record<Refund['state'], number>> = { calling: 4, pending: 72 };

/**
 * Sends a stored refund, or learns what became of it. Before a repetition it is looked up. Once the provider may have forgotten
 * the reference nothing is repeated, and a refund that it does not know has failed as soon as no outcome of it can come any more.
 * While the connection is off, or a hit of the screening pauses the client's payments, one that was not sent waits.
 */
export async function sendRefund(app: App, reference: string): Promise<void> {
  const at = app.clock.now();
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  const refund = await app.db.maybeOne<Refund>(sql`
    update provider_refund
    set next_at = case when state = 'calling' then ${later(callS)}::timestamptz else ${later(askAgainS)}::timestamptz end
    where reference = ${reference} and state <> 'failed' and next_at <= ${at}
    returning reference, payment_id as "paymentId", amount, state, created_at as "createdAt", sent_at as "sentAt"`);
  const row = refund && (await readProviderRow(app.db, sql`v.payment_id = ${refund.paymentId}`));
  if (!refund || !row) return;
  const connection = await app.connections.openOne('payments', row.connectionId);
  if (!connection && (await isRemoved(app.db, row))) return leaveToStaff(app, refund);
  await reportOverdue(app, refund);
  if (!connection) return;
  const of = { ref: row.reference, id: row.providerId };
  if (refund.sentAt !== null || refund.state !== 'calling') {
    const found = await connection.port.lookUp(of.id === null ? { ref: of.ref } : { id: of.id });
    if (found.kind !== 'done' || !found.value) return;
    await settlePayment(app, refund.paymentId, found.value);
    if (refund.state !== 'calling' || found.value.refunds.some(({ ref }) => ref === reference)) return;
  }
  const outcomeHours = refund.sentAt === null ? 0 : (connection.port.refundOutcomeHours ?? 0);
  if (addHours(refund.createdAt, Math.max(endHours, outcomeHours)) <= at) return endRefused(app, refund);
  if (!connection.isOn || !connection.port.refund || addHours(refund.createdAt, repeatHours) <= at) return;
  const currency = await beginRefund(app, refund);
  if (currency === null) return;
  const made = await connection.port.refund({
    ref: reference,
    of,
    amount: { minor: refund.amount, currency },
  });
  if (made.kind === 'done') {
    await app.db.run(sql`
      update provider_refund set state = 'pending', provider_id = ${made.value.id}, next_at = ${later(60)}
      where reference = ${reference} and state = 'calling'`);
    return;
  }
  app.log.warn({ payment: refund.paymentId, refund: reference, outcome: made }, 'a refund was not made');
  if (made.kind === 'refused' && made.again === 'never') await endRefused(app, refund);
}

/**
 * Stores that the provider is called for a refund, with its client locked: a hit of the screening is before or after.
 * @returns its currency; null while a hit pauses the client's payments
 */
function beginRefund(app: App, { reference, paymentId }: Refund): Promise<string | null> {
  return app.db.tx(async (tx) => {
    const { clientId, currency } = await lockPayment(tx, sql`p.id = ${paymentId}`);
    if (await arePaymentsPaused(app, tx, clientId)) return null;
    await tx.run(sql`
      update provider_refund set sent_at = coalesce(sent_at, ${app.clock.now()}) where reference = ${reference}`);
    return currency;
  });
}

/** The provider can no longer be asked about it: a refund that was never sent has failed, and staff find out about any other. */
async function leaveToStaff(app: App, refund: Refund): Promise<void> {
  if (refund.sentAt === null) return endRefused(app, refund);
  const { reference: subject, paymentId } = refund;
  await app.db.tx(async (tx) => {
    await tx.run(sql`update provider_refund set next_at = null where reference = ${subject}`);
    await addFinding(app, tx, { paymentId, kind: 'refund_disconnected', subject, at: app.clock.now() });
  });
}

async function reportOverdue(app: App, { reference: subject, paymentId, state, createdAt }: Refund): Promise<void> {
  const at = app.clock.now();
  const hours = overdueHours[state];
  if (hours === undefined || addHours(createdAt, hours) > at) return;
  await app.db.tx((tx) => addFinding(app, tx, { paymentId, kind: 'refund_pending', subject, at }));
}

/** After a refusal: it may have been refunded on the provider's own pages, which counts; else the client has the money again. */
async function endRefused(app: App, { reference, paymentId, amount }: Refund): Promise<void> {
  await app.db.tx(async (tx) => {
    const payment = await lockPayment(tx, sql`p.id = ${paymentId}`);
    const at = app.clock.now();
    const elsewhere = await tx.maybeOne(sql`
      select from provider_finding where payment_id = ${paymentId} and kind in ('refund_elsewhere', 'refund_late') and amount = ${amount}`);
    if (elsewhere) {
      await tx.run(sql`
        update provider_refund set state = 'succeeded', ended_at = ${at}, next_at = null where reference = ${reference} and state = 'calling'`);
    } else await undoRefund(app, tx, payment, reference, at);
  });
}
