import type { App } from '#server/platform/app.ts';
import { refused, turnedOff, type Money, type Outcome } from '#server/platform/connections/outcome.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { lockPayment } from '../payment-row.ts';
import { moveOn } from '../lifecycle/move.ts';
import { providersFor } from './choose-provider.ts';
import { addFinding } from './findings.ts';
import { isPage } from './page.ts';
import { callS, repeatHours } from './pauses.ts';
import { endStart, readProviderRow, type ProviderRow } from './provider-row.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Begins a stored deposit at its provider. The reference was committed before. When the answer is unknown, it is looked
 * up by that reference before anything is repeated. A first call that the provider refuses for its own sake, as with a key that was
 * revoked, has made nothing: then the next one that serves the client is asked.
 * @param refusedBy the connections that were asked before
 */
export async function beginPayment(app: App, paymentId: string, refusedBy: readonly string[] = []): Promise<void> {
  const row = await claimStart(app, paymentId);
  if (!row) return;
  const connection = await app.connections.openOne('payments', row.connectionId);
  if (!connection) return;
  if (row.attempts > 1) {
    const found = await connection.port.lookUp({ ref: row.reference });
    if (found.kind !== 'done') return recordStart(app, row, { kind: 'unknown', detail: 'it was not looked up' });
    if (found.value) {
      await settlePayment(app, paymentId, found.value);
      return;
    }
  }
  const order = await readOrder(app, row);
  if (!order) return;
  if (order.isOld) return recordStart(app, row, refused('too_old', 'no answer for too long'));
  const begun = connection.isOn ? await connection.port.start(order) : turnedOff;
  if (begun.kind === 'refused' && begun.again === 'after_change' && row.attempts === 1) {
    const asked = [...refusedBy, row.connectionId];
    if (await moveToNext(app, row, order, asked)) return beginPayment(app, paymentId, asked);
  }
  await recordStart(app, row, begun);
}

/** @returns whether another provider takes the payment over */
async function moveToNext(
  app: App,
  { paymentId, connectionId, attempts }: ProviderRow,
  { clientId, method, amount }: { clientId: string; method: PaymentMethod; amount: Money },
  asked: readonly string[],
): Promise<boolean> {
  const next = (await providersFor(app, clientId, method, { amount })).find(({ id }) => !asked.includes(id));
  if (!next) return false;
  app.log.warn(
    { payment: paymentId, connection: connectionId, next: next.id },
    'a provider refused to begin a payment',
  );
  const moved = await app.db.run(sql`
    update provider_payment set connection_id = ${next.id}, attempts = 0, next_at = ${app.clock.now()}
    where payment_id = ${paymentId} and state = 'starting' and connection_id = ${connectionId} and attempts = ${attempts}`);
  return moved > 0;
}

/** Takes the turn to call, so that two at once do not. */
async function claimStart(app: App, paymentId: string): Promise<ProviderRow | null> {
  const now = app.clock.now();
  const next = new Date(now.getTime() + callS * 1000);
  const claimed = await app.db.run(sql`
    update provider_payment v set attempts = v.attempts + 1, next_at = ${next}, checked_at = ${now}
    from payment p
    where v.payment_id = ${paymentId} and p.id = v.payment_id and v.state = 'starting' and p.state = 'awaiting_payment'
      and (v.attempts = 0 or v.next_at <= ${now})`);
  return claimed === 0 ? null : readProviderRow(app.db, sql`v.payment_id = ${paymentId}`);
}

interface Order {
  clientId: string;
  method: PaymentMethod;
  minor: bigint;
  currency: string;
  createdAt: Date;
  expires: Date | null;
}

async function readOrder(app: App, { paymentId, reference, asked }: ProviderRow) {
  const order = await app.db.maybeOne<Order>(sql`
    select p.client_id as "clientId", p.method, p.amount as minor, p.currency, p.created_at as "createdAt", p.expires_at as expires
    from payment p where p.id = ${paymentId} and p.state = 'awaiting_payment'`);
  if (!order?.expires || !asked) return null;
  const { clientId, method, minor, currency, expires, createdAt } = order;
  const isOld = app.clock.now().getTime() - createdAt.getTime() > repeatHours * 3_600_000;
  return { ref: reference, clientId, method, amount: { minor, currency }, ...asked, expires, isOld };
}

/** Notes what the provider answered; one that may not know the payment is asked again by the job. */
async function recordStart(
  app: App,
  { paymentId, attempts }: ProviderRow,
  answer: Outcome<{ id: string; redirect: string }>,
): Promise<void> {
  const isElsewhere = answer.kind === 'done' && !isPage(app, answer.value.redirect);
  const begun = isElsewhere ? refused('page', 'the page is at no encrypted address') : answer;
  if (begun.kind === 'unknown' || (begun.kind === 'refused' && begun.again === 'later')) {
    app.log.warn({ payment: paymentId, outcome: begun }, 'a payment was not begun at its provider yet');
    const pauseS = Math.min(5 * attempts ** 2, 900);
    const next = new Date(app.clock.now().getTime() + pauseS * 1000);
    await app.db.run(sql`
      update provider_payment set next_at = ${next} where payment_id = ${paymentId} and state = 'starting' and attempts = ${attempts}`);
    return;
  }
  await app.db.tx(async (tx) => {
    const payment = await lockPayment(tx, sql`p.id = ${paymentId}`);
    const at = app.clock.now();
    if (begun.kind === 'done') {
      await tx.run(sql`
        update provider_payment set state = 'open', asked = null, provider_id = ${begun.value.id}, pay_url = ${begun.value.redirect},
          next_at = ${new Date(at.getTime() + 900_000)}
        where payment_id = ${paymentId} and state = 'starting' and provider_id is null`);
      await app.realtime.notify(tx, payment.clientId, 'payment.changed', { payment_id: paymentId, kind: payment.kind });
      return;
    }
    app.log.warn({ payment: paymentId, outcome: begun }, 'a provider refused a payment');
    await endStart(tx, paymentId);
    if (payment.state !== 'awaiting_payment') return;
    await moveOn(app, tx, payment, 'failed', { by: { kind: 'system' }, at });
    await addFinding(app, tx, { paymentId, kind: 'not_started', subject: begun.code, at });
  });
}
