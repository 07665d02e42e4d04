import type { EventName, Events } from '#contract/events.ts';
import type { PublicEvent } from '#contract/operator-event-names.ts';
import { eventData, type EventData } from '#contract/operator-events.ts';
import type { DocumentKind } from '#contract/verification-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

/** Turns events of the house into those that programs of the operator are told of. */
export function recordEvents(app: App): void {
  const tell = tellOf(app);
  tellOfClients(tell);
  tellOfDocuments(app, tell);
  tellOfAccounts(app, tell);
  tellOfPayments(tell);
  tell('ipo.offering_changed', 'ipo.offering_changed', ({ offeringId, state }) => ({ offering_id: offeringId, state }));
  tell('ipo.application_changed', 'ipo.application_changed', ({ applicationId, state, ...who }) => ({
    ...whose(who),
    application_id: applicationId,
    state,
  }));
}

type Tell = ReturnType<typeof tellOf>;
const tellOf =
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

function tellOfClients(tell: Tell): void {
  tell('auth.registered', 'client.registered', whose);
  tell('verification.level_changed', 'client.level_changed', ({ from, to, ...who }) => ({ ...whose(who), from, to }));
  tell('portfolio.tier_changed', 'client.tier_changed', ({ from, to, on, ...who }) => ({
    ...whose(who),
    from,
    to,
    on,
  }));
  // What was written before programs could follow these two does not say enough, and nobody had asked for it then.
  tell('clients.manager_changed', 'client.manager_changed', ({ managerId, ...who }) =>
    managerId === undefined ? undefined : { ...whose(who), manager_id: managerId },
  );
  tell('clients.limits_changed', 'client.limits_changed', ({ what, own, ...who }) =>
    own === undefined ? undefined : { ...whose(who), kind: what, own: own !== null, until: own?.until ?? null },
  );
  tell('staff.shut_out', 'client.blocked', ({ reason, ...who }) => ({ ...whose(who), reason }));
  tell('staff.let_in', 'client.unblocked', whose);
  tell('auth.frozen', 'client.frozen', ({ at, isDisputed = false, ...who }) => ({
    ...whose(who),
    disputed: isDisputed,
    frozen_at: at,
  }));
  tell('auth.email_changed', 'client.email_changed', ({ at, ...who }) => ({ ...whose(who), changed_at: at }));
  tell('clients.closing_asked', 'client.closing_asked', ({ closesAt, ...who }) => ({
    ...whose(who),
    closes_at: closesAt,
  }));
  tell('clients.account_kept', 'client.closing_dropped', whose);
  tell('clients.account_closed', 'client.closed', whose);
  tell('clients.account_reopened', 'client.reopened', whose);
  tell('legal.accepted', 'client.legal_accepted', ({ kind, number, versionId, at, ...who }) => ({
    ...whose(who),
    document: kind,
    version: number,
    version_id: versionId,
    accepted_at: at,
  }));
}

function tellOfDocuments({ db }: App, tell: Tell): void {
  const document = async ({ clientId, documentId }: Events['verification.document_refused']) => {
    const found = await db.one<{ kind: DocumentKind; reasons: string[] }>(
      sql`select kind, reasons from verification_document where id = ${documentId}`,
    );
    return { client_id: clientId, document_id: documentId, ...found };
  };
  tell('verification.document_accepted', 'document.accepted', document);
  tell('verification.document_refused', 'document.refused', document);
  tell('verification.document_expiring', 'document.expiring', async ({ expiresOn, ...of }) => ({
    ...(await document(of)),
    expires_on: expiresOn,
  }));
  tell('verification.more_asked', 'document.asked', async ({ requestId, ...who }) => {
    const { kind } = await db.one<{ kind: DocumentKind }>(
      sql`select kind from verification_request where id = ${requestId}`,
    );
    return { ...whose(who), kind };
  });
}

function tellOfAccounts({ db }: App, tell: Tell): void {
  tell('trading.account_opened', 'account.opened', async ({ accountId, ...who }) => {
    const { number } = await db.one<{ number: bigint }>(
      sql`select number from trading_account where id = ${accountId}`,
    );
    return { ...whose(who), account_number: String(number) };
  });
  tell('trading.margin_called', 'account.margin_called', ({ accountNumber, marginLevel, ...who }) => ({
    ...whose(who),
    account_number: accountNumber,
    margin_level: marginLevel,
  }));
  tell('trading.stopped_out', 'account.stopped_out', ({ accountNumber, symbol, ...who }) => ({
    ...whose(who),
    account_number: accountNumber,
    symbol,
  }));
}

function tellOfPayments(tell: Tell): void {
  const payment = ({ paymentId, number, amount, currency, ...who }: Events['payments.deposit_credited']) => ({
    ...whose(who),
    payment_id: paymentId,
    number,
    amount,
    currency,
  });
  const refused = (facts: Events['payments.deposit_rejected']) => ({ ...payment(facts), reason: facts.reason });
  tell('payments.deposit_cancelled', 'deposit.cancelled', payment);
  tell('payments.deposit_expired', 'deposit.expired', payment);
  tell('payments.deposit_credited', 'deposit.credited', payment);
  tell('payments.deposit_rejected', 'deposit.rejected', refused);
  tell('payments.deposit_refunded', 'deposit.refunded', refused);
  tell('payments.deposit_charged_back', 'deposit.charged_back', refused);
  tell('payments.deposit_reversed', 'deposit.reversed', refused);
  tell('payments.adjustment_reversed', 'adjustment.reversed', refused);
  tell('payments.withdrawal_expired', 'withdrawal.expired', payment);
  tell('payments.withdrawal_submitted', 'withdrawal.submitted', payment);
  tell('payments.withdrawal_approved', 'withdrawal.approved', payment);
  tell('payments.withdrawal_sent', 'withdrawal.sent', payment);
  tell('payments.withdrawal_completed', 'withdrawal.completed', payment);
  tell('payments.withdrawal_rejected', 'withdrawal.rejected', refused);
  tell('payments.withdrawal_cancelled', 'withdrawal.cancelled', payment);
  tell('payments.adjustment_posted', 'adjustment.posted', ({ category, takes, ...facts }) => ({
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
