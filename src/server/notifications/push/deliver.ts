import type { Events } from '#contract/modules.ts';
import { termsOf } from '#contract/notifications/kinds.ts';
import type { App } from '#server/platform/app.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/sql.ts';
import { postOutbound, type OutboundResponse } from '#server/platform/outbound/http.ts';
import { encrypt } from './encrypt.ts';
import { readKeys } from './keys.ts';
import { messageOf, type BrandReader, type Due } from './message.ts';
import { isLive, subscriptionsOf } from './subscriptions.ts';
import { authorization } from './vapid.ts';

interface Subscription extends BrandReader {
  id: string;
  personId: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  detailed: boolean;
}

/** How long a push service holds a message for a device that is off; an older one is no news. */
const ttlS = 86_400;
const timeoutMs = 5_000;
const longestWaitS = 3600;
/** A message with details must not wait on a device for a person who holds it the next day. */
const detailedTtlS = 4 * 3600;
/** After this many refusals in a row, the push service has forgotten us. */
const maxFailures = 5;

type PushDue = Events['notifications.push_due'];

/**
 * Sends to one device what it is due. Another device of the same person has an event of its own, and the channel has arrived when one
 * of them took it. A message that goes out twice is shown once, by its tag.
 */
export async function deliverPush(app: App, event: PushDue): Promise<void> {
  const due = await findDue(app, event.notificationIds);
  const [first, ...others] = due;
  if (!first) return void (await settle(app, event, 'suppressed', 'outdated'));
  const to = await findSubscription(app, event.subscriptionId);
  if (!to) return endWhere(app, event);
  const response = await send(app, to, [first, ...others]);
  await heed(app, event, to, response);
}

async function heed(app: App, event: PushDue, to: Subscription, response: OutboundResponse): Promise<void> {
  if (response.failure) {
    await settle(app, event, 'failed', response.reason);
    throw new Error(response.reason);
  }
  const { status, retryAfter } = response;
  if (status >= 200 && status < 300) return taken(app, event, to);
  if (status === 404 || status === 410) {
    await app.db.run(sql`delete from push_subscription where id = ${to.id}`);
    return endWhere(app, event);
  }
  await settle(app, event, 'failed', `HTTP ${status}`);
  const isBusy = status === 429 || status >= 500;
  if (isBusy && retryAfter !== undefined) return waitFor(app, event, retryAfter);
  if (isBusy) throw new Error(`the push service answers ${status}`);
  // A repetition would be refused again.
  await app.db.run(sql`update push_subscription set failures = failures + 1 where id = ${to.id}`);
  await app.db.run(sql`delete from push_subscription where id = ${to.id} and failures > ${maxFailures}`);
}

async function taken(app: App, event: PushDue, to: Subscription): Promise<void> {
  await settle(app, event, 'sent', null);
  await app.db.run(
    sql`update push_subscription set last_success_at = ${app.clock.now()}, failures = 0 where id = ${to.id}`,
  );
}

/** Seconds, or a date, as the push service would have it; an hour at most. */
async function waitFor(app: App, event: PushDue, retryAfter: string): Promise<void> {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - systemClock.now().getTime()) / 1000;
  const waitS = Math.min(Math.max(Number.isNaN(seconds) ? 60 : seconds, 1), longestWaitS);
  const at = new Date(app.clock.now().getTime() + waitS * 1000);
  await app.db.tx((tx) => app.outbox.emitAll(tx, 'notifications.push_due', [event], () => at));
}

/** What is still news: unread, and not of yesterday. */
const findDue = ({ db, clock }: App, ids: string[]) =>
  db.rows<Due>(sql`
    select n.id, n.kind, n.params, n.path
    from notification n join notification_delivery d on d.notification_id = n.id and d.channel = 'push'
    where n.id = any(${ids}::uuid[]) and d.state in ('queued', 'failed', 'sent') and n.read_at is null
      and n.created_at > ${new Date(clock.now().getTime() - ttlS * 1000)} order by n.id`);

const findSubscription = ({ db, clock }: App, id: string) =>
  db.maybeOne<Subscription>(sql`
    select u.id, u.person_id as "personId", c.language, c.number_style as "numberStyle", c.brand, u.endpoint, u.p256dh, u.auth, u.detailed
    from push_subscription u join session s on s.id = u.session_id join person c on c.id = u.person_id
    where u.id = ${id} and ${isLive(clock.now())} and c.blocked_at is null and c.frozen_at is null`);

/** Stores the result of the channel; a success on one device is not reverted by a failure on another. */
const settle = ({ db, clock }: App, { notificationIds }: PushDue, state: string, reason: string | null) =>
  db.run(sql`
    update notification_delivery set state = ${state}, reason = ${reason?.slice(0, 200) ?? null}, changed_at = ${clock.now()}
    where notification_id = any(${notificationIds}::uuid[]) and channel = 'push' and state in ('queued', 'failed')`);

/** The device is gone. Unless another device is still to get the message, drop it. */
async function endWhere(app: App, event: PushDue): Promise<void> {
  const person = await app.db.maybeOne<{ id: string }>(
    sql`select person_id as id from notification where id = any(${event.notificationIds}::uuid[]) limit 1`,
  );
  const others = person ? await subscriptionsOf(app.db, person.id, app.clock.now()) : [];
  if (others.length === 0) await settle(app, event, 'suppressed', 'outdated');
}

async function send(app: App, to: Subscription, due: [Due, ...Due[]]): Promise<OutboundResponse> {
  const { config } = app;
  const message = messageOf(app, to, due, to.detailed);
  const keys = await readKeys(app);
  const isUrgent = due.some(({ kind }) => termsOf(kind).urgent);
  return postOutbound(to.endpoint, {
    headers: {
      authorization: authorization(keys, to.endpoint, contactOf(app), systemClock.now()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(to.detailed ? detailedTtlS : ttlS),
      urgency: isUrgent ? 'high' : 'normal',
    },
    body: encrypt(Buffer.from(JSON.stringify(message)), to),
    timeoutMs,
    allowLocal: config.push.loopback,
    max: 0,
  });
}

/** Where the operator of a push service may reach us. */
function contactOf({ settings, config }: App): string {
  const { supportEmail } = settings.brand();
  return supportEmail ? `mailto:${supportEmail}` : config.appUrl;
}
