import type { EventName, Events } from '#contract/events.ts';
import type { PublicEvent } from '#contract/operator-event-names.ts';
import { eventData, type EventData } from '#contract/operator-events.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

/** Turns events of the house into those that programs of the operator are told of. */
export function recordEvents(app: App): void {
  const tell = <Name extends EventName, Public extends PublicEvent>(
    name: Name,
    type: Public,
    make: (payload: Events[Name]) => EventData<Public> | Promise<EventData<Public>>,
  ) =>
    app.outbox.on(name, async (payload, outboxId) => {
      const data = await make(payload);
      await app.db.tx((tx) => record(app, tx, { outboxId, type, data: eventData[type].parse(data) }));
    });
  const whose = ({ clientId }: { clientId: string }) => ({ client_id: clientId });
  tell('auth.registered', 'client.registered', whose);
  tell('verification.level_changed', 'client.level_changed', ({ from, to, ...who }) => ({ ...whose(who), from, to }));
  tell('portfolio.tier_changed', 'client.tier_changed', ({ from, to, on, ...who }) => ({
    ...whose(who),
    from,
    to,
    on,
  }));
  tell('trading.account_opened', 'account.opened', async ({ accountId, clientId }) => {
    const { number } = await app.db.one<{ number: bigint }>(
      sql`select number from trading_account where id = ${accountId}`,
    );
    return { client_id: clientId, account_number: String(number) };
  });
  const payment = ({ paymentId, number, amount, currency, ...who }: Events['payments.deposit_credited']) => ({
    ...whose(who),
    payment_id: paymentId,
    number,
    amount,
    currency,
  });
  const refused = (facts: Events['payments.deposit_rejected']) => ({ ...payment(facts), reason: facts.reason });
  tell('payments.deposit_credited', 'deposit.credited', payment);
  tell('payments.deposit_rejected', 'deposit.rejected', refused);
  tell('payments.deposit_refunded', 'deposit.refunded', refused);
  tell('payments.deposit_charged_back', 'deposit.charged_back', refused);
  tell('payments.withdrawal_submitted', 'withdrawal.submitted', payment);
  tell('payments.withdrawal_approved', 'withdrawal.approved', payment);
  tell('payments.withdrawal_sent', 'withdrawal.sent', payment);
  tell('payments.withdrawal_rejected', 'withdrawal.rejected', refused);
  tell('ipo.offering_changed', 'ipo.offering_changed', ({ offeringId, state }) => ({ offering_id: offeringId, state }));
  tell('ipo.application_changed', 'ipo.application_changed', ({ applicationId, state, ...who }) => ({
    ...whose(who),
    application_id: applicationId,
    state,
  }));
}

interface Recorded {
  outboxId: bigint;
  type: PublicEvent;
  data: object & { client_id?: string };
}

/** Events are written one after the other: a reader who has seen a number has seen all below it. */
export const lockEvents = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('operator_event'))`);

/** Writes an event once, and a delivery for each endpoint that wants it. */
async function record({ clock }: App, tx: Tx, { outboxId, type, data }: Recorded): Promise<void> {
  await lockEvents(tx);
  const now = clock.now();
  const written = await tx.maybeOne<{ seq: bigint }>(sql`
    insert into operator_event (id, outbox_id, type, client_id, data, at)
    values (${newId()}, ${outboxId}, ${type}, ${data.client_id ?? null}, ${JSON.stringify(data)}, ${now})
    on conflict (outbox_id) do nothing returning seq`);
  if (!written) return;
  const wanting = await tx.rows<{ id: string }>(sql`
    select id from webhook_endpoint where state in ('active', 'stopped') and ${type} = any(events)`);
  for (const { id } of wanting) await addDelivery(tx, id, written.seq, now);
}

/** A delivery that is due at once. */
export async function addDelivery(tx: Tx, endpointId: string, seq: bigint, now: Date): Promise<void> {
  await tx.run(sql`
    insert into webhook_delivery (id, endpoint_id, event_seq, state, next_attempt_at, created_at)
    values (${newId()}, ${endpointId}, ${seq}, 'pending', ${now}, ${now})`);
}
