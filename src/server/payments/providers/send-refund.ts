import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { providerReference } from '../deposits/references.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';
import { undoRefund } from './follow-refund.ts';
import { askAgainS, callS } from './pauses.ts';
import { readProviderRow } from './provider-row.ts';
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
}

/** Sends a stored refund, or learns what became of it. Before a repetition it is looked up. */
export async function sendRefund(app: App, reference: string): Promise<void> {
  const at = app.clock.now();
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  const refund = await app.db.maybeOne<Refund & { isFirst: boolean; state: string }>(sql`
    update provider_refund r
    set next_at = case when r.state = 'calling' then ${later(callS)}::timestamptz else ${later(askAgainS)}::timestamptz end
    from (select reference, next_at = created_at as "isFirst" from provider_refund where reference = ${reference} for update) was
    where r.reference = was.reference and r.state <> 'failed' and r.next_at <= ${at}
    returning r.reference, r.payment_id as "paymentId", r.amount, r.state, was."isFirst"`);
  const row = refund && (await readProviderRow(app.db, sql`v.payment_id = ${refund.paymentId}`));
  const connection = row && (await app.connections.openOne('payments', row.connectionId));
  if (!refund || !connection) return;
  const of = { ref: row.reference, id: row.providerId };
  if (!refund.isFirst || refund.state !== 'calling') {
    const found = await connection.port.lookUp(of.id === null ? { ref: of.ref } : { id: of.id });
    if (found.kind !== 'done' || !found.value) return;
    await settlePayment(app, refund.paymentId, found.value);
    if (refund.state !== 'calling' || found.value.refunds.some(({ ref }) => ref === reference)) return;
  }
  const { currency } = await app.db.one<{ currency: string }>(
    sql`select currency from payment where id = ${refund.paymentId}`,
  );
  if (!connection.port.refund) return;
  const made = await connection.port.refund({
    ref: reference,
    of,
    amount: { minor: refund.amount, currency },
  });
  if (made.kind === 'done') {
    await app.db.run(sql`
      update provider_refund set state = 'pending', provider_id = ${made.value.id}, next_at = ${later(60)}
      where reference = ${reference} and state = 'calling'`);
  } else if (made.kind === 'refused' && made.again === 'never') {
    app.log.warn({ payment: refund.paymentId, refund: reference, outcome: made }, 'a provider refused a refund');
    await endRefused(app, refund);
  }
}

/** After a refusal: it may have been refunded on the provider's own pages, which counts; else the client has the money again. */
async function endRefused(app: App, { reference, paymentId, amount }: Refund): Promise<void> {
  await app.db.tx(async (tx) => {
    const payment = await lockPayment(tx, sql`p.id = ${paymentId}`);
    const at = app.clock.now();
    const elsewhere = await tx.maybeOne(sql`
      select from provider_finding where payment_id = ${paymentId} and kind = 'refund_elsewhere' and amount = ${amount}`);
    if (elsewhere) {
      await tx.run(sql`
        update provider_refund set state = 'succeeded', ended_at = ${at}, next_at = null where reference = ${reference} and state = 'calling'`);
    } else await undoRefund(app, tx, payment, reference, at);
  });
}
