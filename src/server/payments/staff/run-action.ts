import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { PaymentAction } from '#contract/payments/names.ts';
import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeopleOf } from '#server/platform/approvals/check-approver.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { lockPaymentRow, numberOf, type PaymentRow } from '../payment-row.ts';
import { evidenceColumns, type Evidence, type Witnessed } from '../unchanged.ts';
import { readQueueItem } from './queue-item.ts';

/** The person of finance who acts. */
export interface Staff {
  me: Pick<Person, 'id' | 'roles' | 'numberStyle'>;
  language: Language;
  key: string;
}

/** The audit details of an action, besides the payment's number. */
type Details = AuditDetails;

/**
 * Runs an action of staff on a payment once per key, and returns the item as it is now.
 * @throws Refusal `http.idempotency_mismatch`, and as `act`
 */
export async function runAction(
  app: App,
  { me, key, language }: Staff,
  action: PaymentAction,
  body: { payment_id: string },
  run: (tx: Tx, payment: Witnessed) => Promise<Details | void>,
): Promise<QueueItem> {
  const call = { ownerId: me.id, key, action: `payments.${action}` as const, body, resultId: body.payment_id };
  await app.db.tx((tx) =>
    runIdempotent(
      app,
      tx,
      call,
      (involved) => act(app, tx, me.id, { action, paymentId: body.payment_id, involved }, run),
      () => readInvolved(tx, me.id, body.payment_id),
    ),
  );
  return readQueueItem(app, me, language, body.payment_id);
}

interface Act {
  action: PaymentAction;
  paymentId: string;
  /** Whom to lock first, where the caller has read it. */
  involved?: string[];
}

/**
 * Runs an action of staff on a payment within a transaction: under the payment's lock, never on the actor's own request,
 * and with an audit entry. Returns the payment's id.
 * @throws Refusal `http.not_found`, `payments.own_request`, and what `run` throws
 */
export async function act(
  app: App,
  tx: Tx,
  meId: string,
  { action, paymentId, involved }: Act,
  run: (tx: Tx, payment: Witnessed) => Promise<Details | void>,
): Promise<string> {
  const payment = await lockInvolved(tx, meId, paymentId, involved ?? (await readInvolved(tx, meId, paymentId)));
  if (payment.clientId === meId) throw refuse('payments.own_request');
  const details = await run(tx, payment);
  await writeAudit(tx, app.clock, {
    actorId: meId,
    clientId: payment.clientId,
    action: `payments.${action}`,
    details: { payment: numberOf(payment), ...details },
  });
  await app.realtime.notifyQueues(tx, 'queue.payments');
  return payment.id;
}

/** The actor, the client, and those who made or approved the request. */
async function readInvolved(tx: Tx, meId: string, paymentId: string): Promise<string[]> {
  const involved = await tx.rows<{ id: string }>(sql`
    select client_id as id from payment where id = ${paymentId}
    union select created_by from payment where id = ${paymentId}
    union select staff_id from payment_approval where payment_id = ${paymentId} and stands`);
  return [meId, ...involved.map(({ id }) => id)];
}

/**
 * Locks these people before the request itself, and reads it.
 * @throws Refusal `http.not_found`
 */
async function lockInvolved(tx: Tx, meId: string, paymentId: string, involved: string[]): Promise<Witnessed> {
  const [payment] = await lockPeopleOf(
    tx,
    () => readInvolved(tx, meId, paymentId),
    () => lockPaymentRow<Evidence>(tx, paymentId, evidenceColumns),
    involved,
  );
  if (!payment) throw notFound();
  return payment;
}

/** @throws Refusal `payments.state` when a payment is none of the kind, or in none of the states */
export function expectState(payment: PaymentRow, kind: PaymentRow['kind'], ...states: PaymentRow['state'][]): void {
  if (payment.kind !== kind || !states.includes(payment.state)) throw refuse('payments.state');
}
