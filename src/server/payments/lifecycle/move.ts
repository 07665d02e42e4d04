import type { PaymentState } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { mayFollow } from '../rules.ts';
import type { PaymentRow } from '../payment-row.ts';

/** Who moves a payment on: its client, a member of staff, or the product itself. */
export type Mover = { kind: 'client' | 'staff'; id: string } | { kind: 'system'; id?: never };

/**
 * Moves a payment to another state, records it in the status history, and updates its client's screens. Of several
 * concurrent calls one succeeds.
 * @param changes further columns, as `, reason = …`
 * @throws Refusal `payments.state` when the payment is in another state now
 */
export async function moveOn(
  { realtime }: App,
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'kind' | 'state' | 'clientId'>,
  to: PaymentState,
  move: { by: Mover; at: Date; changes?: Sql },
): Promise<void> {
  const { by, at, changes = sql`` } = move;
  if (!mayFollow(payment.kind, payment.state, to)) throw refuse('payments.state');
  const moved = tx.run(sql`
    update payment set state = ${to}, updated_at = ${at},
      expires_at = case when ${isWaiting(to)} then expires_at end ${changes}
    where id = ${payment.id} and state = ${payment.state} and (${by.kind} <> 'staff' or client_id <> ${by.id ?? null}::uuid)`);
  await Promise.all([
    moved.then((rows) => {
      if (rows === 0) throw refuse('payments.state');
    }),
    endRequests(tx, payment.id, at, to === 'rejected' ? by.id : undefined),
    recordStatus(tx, [payment], to, { by, at }),
  ]);
  await realtime.notify(tx, payment.clientId, 'payment.changed', { payment_id: payment.id, kind: payment.kind });
  await realtime.notifyQueues(tx, 'queue.payments');
}

/**
 * Moves many payments of one kind and state at once, with their clients locked; as `moveOn` does it with one.
 * @throws Refusal `payments.state` when one of them is in another state now
 */
export async function moveAll(
  { realtime }: App,
  tx: Tx,
  payments: readonly Pick<PaymentRow, 'id' | 'kind' | 'state' | 'clientId'>[],
  to: PaymentState,
  { by, at }: { by: Mover; at: Date },
): Promise<void> {
  if (payments.some(({ kind, state }) => !mayFollow(kind, state, to))) throw refuse('payments.state');
  const ids = payments.map(({ id }) => id);
  const moved = await tx.run(sql`
    update payment p set state = ${to}, updated_at = ${at}
    from unnest(${ids}::uuid[], ${payments.map(({ state }) => state)}::text[]) was (id, state)
    where p.id = was.id and p.state = was.state and (${by.kind} <> 'staff' or p.client_id <> ${by.id ?? null}::uuid)`);
  if (moved !== ids.length) throw refuse('payments.state');
  await recordStatus(tx, payments, to, { by, at });
  for (const { id, clientId, kind } of payments)
    await realtime.notify(tx, clientId, 'payment.changed', { payment_id: id, kind });
  await realtime.notifyQueues(tx, 'queue.payments');
}

/**
 * Ends what waits for a second approver once the payment has moved on, or another person has taken it over.
 * @param deciderId the person who has rejected the payment
 */
export async function endRequests(tx: Tx, paymentId: string, at: Date, deciderId?: string): Promise<void> {
  const byId = deciderId ?? null;
  await tx.run(sql`
    update approval_request set decided_at = ${at}, decided_by = ${byId},
           state = case when ${byId}::uuid is null then 'expired' when author_id = ${byId} then 'withdrawn' else 'declined' end
    where payment_id = ${paymentId} and state = 'open'`);
}

/** Only what waits for the client expires. */
const isWaiting = (state: PaymentState) => state === 'awaiting_payment' || state === 'awaiting_confirmation';

/** Records the state that payments have reached. */
export async function recordStatus(
  tx: Tx,
  payments: readonly Pick<PaymentRow, 'id' | 'clientId'>[],
  state: PaymentState,
  { by, at }: { by: Mover; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into payment_status_history (id, payment_id, client_id, state, by_kind, by_id, at)
    select id, payment_id, client_id, ${state}, ${by.kind}, ${by.id ?? null}, ${at}
    from unnest(${payments.map(() => newId())}::uuid[], ${payments.map(({ id }) => id)}::uuid[],
                ${payments.map(({ clientId }) => clientId)}::uuid[]) step (id, payment_id, client_id)`);
}
