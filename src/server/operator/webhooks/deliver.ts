import { retryPausesS, disableAfterHours } from '#contract/operator/event-names.ts';
import { administratorsBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { payloadOf, type EventRow } from './event-row.ts';
import { postEvent, type Outcome } from './post-event.ts';
import { openSecrets } from './secrets.ts';
import { signedHeaders } from './sign.ts';

/** While it lasts, no other process takes a delivery in progress. It also is the wait after a process has died. */
const leaseS = 60;

/** A delivery that was claimed. */
interface Claimed extends EventRow {
  deliveryId: string;
  endpointId: string;
  url: string;
  attempts: number;
}

/** Sends what is due to an endpoint, one after the other. Several may do so at the same time. */
export async function deliverDueOf(app: App, endpointId: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const claimed = await claim(app, endpointId);
    if (!claimed) return;
    // A delivery that cannot even be tried waits for the end of its lease, and does not delay others.
    await deliver(app, claimed).catch((error: unknown) => app.log.error({ err: error }, 'webhook not sent'));
  }
}

/**
 * Claims a due delivery. The attempt counts from here on: what was sent when its process died is sent again after the
 * lease, under the same id, and never lost.
 */
function claim({ db, clock }: App, endpointId: string): Promise<Claimed | undefined> {
  const now = clock.now();
  return db.maybeOne<Claimed>(sql`
    with mine as (
      select d.id from webhook_delivery d
      where d.endpoint_id = ${endpointId} and d.state = 'pending' and d.next_attempt_at <= ${now}
        and exists (select from webhook_endpoint e where e.id = d.endpoint_id and e.state = 'active')
      order by d.next_attempt_at, d.id limit 1 for update of d skip locked
    )
    update webhook_delivery d
    set attempts = d.attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseS * 1000)}
    from mine, operator_event v, webhook_endpoint e
    where d.id = mine.id and v.seq = d.event_seq and e.id = d.endpoint_id
    returning d.id as "deliveryId", d.endpoint_id as "endpointId", e.url, d.attempts, v.seq, v.id, v.type, v.data, v.at`);
}

async function deliver(app: App, claimed: Claimed): Promise<void> {
  const at = app.clock.now();
  const body = payloadOf(claimed);
  const secrets = await openSecrets(app, claimed.endpointId, at);
  if (secrets === 'unreadable') {
    const outcome: Outcome = { status: null, failure: 'secret', response: null };
    await app.db.tx((tx) => settle(app, tx, claimed, { ...outcome, at, durationMs: 0 }));
    return;
  }
  // The endpoint was removed in between, and its secrets with it.
  if (secrets.length === 0) return;
  const began = performance.now();
  const outcome = await postEvent(
    claimed.url,
    signedHeaders(secrets, claimed.id, at, body),
    body,
    app.config.webhooksLocal,
  );
  const durationMs = Math.round(performance.now() - began);
  await app.db.tx((tx) => settle(app, tx, claimed, { ...outcome, at, durationMs }));
}

type Settled = Outcome & { at: Date; durationMs: number };

/** Stores the outcome of an attempt and the time of the next one. Locks the endpoint first, as a manual resend does. */
async function settle(app: App, tx: Tx, claimed: Claimed, outcome: Settled): Promise<void> {
  const { deliveryId, endpointId, attempts } = claimed;
  await tx.run(sql`select from webhook_endpoint where id = ${endpointId} for no key update`);
  await tx.run(sql`
    insert into webhook_attempt (id, delivery_id, at, duration_ms, status, failure, response)
    values (${newId()}, ${deliveryId}, ${outcome.at}, ${outcome.durationMs}, ${outcome.status}, ${outcome.failure}, ${outcome.response})`);
  if (outcome.failure === null) {
    await tx.run(sql`update webhook_delivery set state = 'delivered' where id = ${deliveryId}`);
    await tx.run(sql`
      update webhook_endpoint set failing_since = null where id = ${endpointId} and failing_since is not null`);
    return;
  }
  const pauseS = retryPausesS[attempts - 1];
  const now = app.clock.now();
  await tx.run(
    pauseS === undefined
      ? sql`update webhook_delivery set state = 'failed' where id = ${deliveryId} and state = 'pending'`
      : sql`update webhook_delivery set next_attempt_at = ${new Date(now.getTime() + pauseS * 1000)}
            where id = ${deliveryId} and state = 'pending'`,
  );
  await noteFailure(app, tx, endpointId, outcome.status === 410);
}

/** Disables an endpoint that received nothing for days, or that is gone, once, and notifies administrators. */
async function noteFailure(app: App, tx: Tx, endpointId: string, isGone: boolean): Promise<void> {
  const now = app.clock.now();
  await tx.run(
    sql`update webhook_endpoint set failing_since = ${now} where id = ${endpointId} and failing_since is null`,
  );
  const longAgo = new Date(now.getTime() - disableAfterHours * 3_600_000);
  const stopped = await tx.maybeOne<{ name: string }>(sql`
    update webhook_endpoint set state = 'disabled'
    where id = ${endpointId} and state = 'active' and (${isGone} or failing_since <= ${longAgo}) returning name`);
  if (!stopped) return;
  const admins = await administratorsBut(tx);
  await app.outbox.emitEach(
    tx,
    'operator.webhook_disabled',
    admins.map((staffId) => ({ staffId, webhookId: endpointId, name: stopped.name })),
  );
}
