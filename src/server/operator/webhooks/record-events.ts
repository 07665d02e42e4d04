import type { EventName, Events } from '#contract/modules.ts';
import type { PublicEvent } from '#contract/operator/event-names.ts';
import { eventData, type EventData } from '#contract/operator/event-data.ts';
import type { DocumentKind } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

/** Turns internal events into the events that API programs receive. */
export function recordEvents(app: App): void {
  const notify = notifierOf(app);
  recordClientEvents(notify);
  recordDocumentEvents(app, notify);
  recordAccountEvents(app, notify);
  recordPaymentEvents(notify);
  notify('ipo.offering_changed', 'ipo.offering_changed', ({ offeringId, state }) => ({
    offering_id: offeringId,
    state,
  }));
  notify('ipo.application_changed', 'ipo.application_changed', ({ applicationId, state, ...who }) => ({
    ...whose(who),
    application_id: applicationId,
    state,
  }));
}

type Notify = ReturnType<typeof notifierOf>;
const notifierOf =
  (app: App) =>
  <Name extends EventName, Public extends PublicEvent>(
    name: Name,
    type: Public,
    make: (payload: Events[Name]) => EventData<Public> | undefined | Promise<EventData<Public>>,
  ) =>
    app.outbox.on(name, async (payload, outboxId) => {
      const data = await make(payload);
      if (!data) return;
      await app.db.tx((tx) => record(app, tx, { outboxId, type, data: eventData[type].parse(data) }));
    });

const whose = ({ clientId }: { clientId: string }) => ({ client_id: clientId });

function recordClientEvents(notify: Notify): void {
  notify('auth.registered', 'client.registered', whose);
  notify('verification.level_changed', 'client.level_changed', ({ from, to, ...who }) => ({ ...whose(who), from, to }));
  notify('portfolio.tier_changed', 'client.tier_changed', ({ from, to, on, ...who }) => ({
    ...whose(who),
    from,
    to,
    on,
  }));
  // Events from before programs could follow these two lack the data, and no program had subscribed then.
  notify('clients.manager_changed', 'client.manager_changed', ({ managerId, ...who }) =>
    managerId === undefined ? undefined : { ...whose(who), manager_id: managerId },
  );
  notify('clients.limits_changed', 'client.limits_changed', ({ what, own, ...who }) =>
    own === undefined ? undefined : { ...whose(who), kind: what, own: own !== null, until: own?.until ?? null },
  );
  notify('staff.client_blocked', 'client.blocked', ({ reason, ...who }) => ({ ...whose(who), reason }));
  notify('staff.client_unblocked', 'client.unblocked', whose);
  notify('auth.frozen', 'client.frozen', ({ at, isDisputed = false, ...who }) => ({
    ...whose(who),
    disputed: isDisputed,
    frozen_at: at,
  }));
  notify('auth.email_changed', 'client.email_changed', ({ at, ...who }) => ({ ...whose(who), changed_at: at }));
  notify('clients.closure_requested', 'client.closure_requested', ({ closesAt, ...who }) => ({
    ...whose(who),
    closes_at: closesAt,
  }));
  notify('clients.closure_cancelled', 'client.closure_cancelled', whose);
  notify('clients.account_closed', 'client.closed', whose);
  notify('clients.account_reopened', 'client.reopened', whose);
  notify('legal.accepted', 'client.legal_accepted', ({ kind, number, versionId, at, ...who }) => ({
    ...whose(who),
    document: kind,
    version: number,
    version_id: versionId,
    accepted_at: at,
  }));
}

function recordDocumentEvents({ db }: App, notify: Notify): void {
  const document = async ({ clientId, documentId }: Events['verification.document_rejected']) => {
    const found = await db.one<{ kind: DocumentKind; reasons: string[] }>(
      sql`select kind, reasons from verification_document where id = ${documentId}`,
    );
    return { client_id: clientId, document_id: documentId, ...found };
  };
  notify('verification.document_accepted', 'document.accepted', document);
  notify('verification.document_rejected', 'document.rejected', document);
  notify('verification.document_expiring', 'document.expiring', async ({ expiresOn, ...of }) => ({
    ...(await document(of)),
    expires_on: expiresOn,
  }));
  notify('verification.document_requested', 'document.requested', async ({ requestId, ...who }) => {
    const { kind } = await db.one<{ kind: DocumentKind }>(
      sql`select kind from verification_request where id = ${requestId}`,
    );
    return { ...whose(who), kind };
  });
}

function recordAccountEvents({ db }: App, notify: Notify): void {
  notify('trading.account_opened', 'account.opened', async ({ accountId, ...who }) => {
    const { number } = await db.one<{ number: bigint }>(
      sql`select number from trading_account where id = ${accountId}`,
    );
    return { ...whose(who), account_number: String(number) };
  });
  notify('trading.margin_call', 'account.margin_call', ({ accountNumber, marginLevel, ...who }) => ({
    ...whose(who),
    account_number: accountNumber,
    margin_level: marginLevel,
  }));
  notify('trading.stop_out', 'account.stop_out', ({ accountNumber, symbol, ...who }) => ({
    ...whose(who),
    account_number: accountNumber,
    symbol,
  }));
}

function recordPaymentEvents(notify: Notify): void {
  const payment = ({ paymentId, number, amount, currency, ...who }: Events['payments.deposit_credited']) => ({
    ...whose(who),
    payment_id: paymentId,
    number,
    amount,
    currency,
  });
  const refused = (facts: Events['payments.deposit_rejected']) => ({ ...payment(facts), reason: facts.reason });
  notify('payments.deposit_cancelled', 'deposit.cancelled', payment);
  notify('payments.deposit_expired', 'deposit.expired', payment);
  notify('payments.deposit_credited', 'deposit.credited', payment);
  notify('payments.deposit_rejected', 'deposit.rejected', refused);
  notify('payments.deposit_refunded', 'deposit.refunded', refused);
  notify('payments.deposit_charged_back', 'deposit.charged_back', refused);
  notify('payments.deposit_reversed', 'deposit.reversed', refused);
  notify('payments.adjustment_reversed', 'adjustment.reversed', refused);
  notify('payments.withdrawal_expired', 'withdrawal.expired', payment);
  notify('payments.withdrawal_submitted', 'withdrawal.submitted', payment);
  notify('payments.withdrawal_approved', 'withdrawal.approved', payment);
  notify('payments.withdrawal_sent', 'withdrawal.sent', payment);
  notify('payments.withdrawal_completed', 'withdrawal.completed', payment);
  notify('payments.withdrawal_rejected', 'withdrawal.rejected', refused);
  notify('payments.withdrawal_cancelled', 'withdrawal.cancelled', payment);
  notify('payments.adjustment_posted', 'adjustment.posted', ({ category, takes, ...facts }) => ({
    ...payment(facts),
    category,
    direction: takes ? 'out' : 'in',
  }));
}

interface Recorded {
  outboxId: bigint;
  type: PublicEvent;
  data: object & { client_id?: string };
}

/** Serialises the writers of events: a reader who has seen a number has seen all below it. */
export const lockEvents = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('operator_event'))`);

/** Stores an event once, and a delivery for each subscribed endpoint. */
async function record({ clock }: App, tx: Tx, { outboxId, type, data }: Recorded): Promise<void> {
  await lockEvents(tx);
  const now = clock.now();
  const written = await tx.maybeOne<{ seq: bigint }>(sql`
    insert into operator_event (id, outbox_id, type, client_id, data, at)
    values (${newId()}, ${outboxId}, ${type}, ${data.client_id ?? null}, ${JSON.stringify(data)}, ${now})
    on conflict (outbox_id) do nothing returning seq`);
  if (!written) return;
  const wanting = await tx.rows<{ id: string }>(sql`
    select id from webhook_endpoint where state in ('active', 'disabled') and ${type} = any(events)`);
  for (const { id } of wanting) await addDelivery(tx, id, written.seq, now);
}

/** A delivery that is due at once. */
export async function addDelivery(tx: Tx, endpointId: string, seq: bigint, now: Date): Promise<void> {
  await tx.run(sql`
    insert into webhook_delivery (id, endpoint_id, event_seq, state, next_attempt_at, created_at)
    values (${newId()}, ${endpointId}, ${seq}, 'pending', ${now}, ${now})`);
}
