import { createECDH } from 'node:crypto';
import type { Push } from '#contract/notifications/push.ts';
import { deviceName } from '#server/platform/session/device-name.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { mayBeCalled } from '#server/platform/outbound/ssrf-guard.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readKeys } from './keys.ts';

/** Of subscriptions `u` with their sessions `s`: those whose session has not ended. */
export const isLive = (now: Date): Sql => sql`s.revoked_at is null and s.expires_at > ${now}`;

/** The live subscriptions of a person. */
export const subscriptionsOf = (tx: Tx | App['db'], personId: string, now: Date) =>
  tx.rows<{ id: string }>(sql`
    select u.id from push_subscription u join session s on s.id = u.session_id
    where u.person_id = ${personId} and ${isLive(now)} order by u.id`);

/** One more takes the place of the oldest. */
const maxDevices = 10;

interface Row {
  id: string;
  userAgent: string | null;
  here: boolean;
  detailed: boolean;
  createdAt: Date;
  lastSuccessAt: Date | null;
}

/** The push subscriptions of a person, and the key that a browser subscribes with. */
export async function showPush(app: App, me: Person): Promise<Push> {
  const { db, clock, config } = app;
  const rows = await db.rows<Row>(sql`
    select u.id, s.user_agent as "userAgent", s.id = ${me.sessionId} as here, u.detailed, u.created_at as "createdAt",
           u.last_success_at as "lastSuccessAt"
    from push_subscription u join session s on s.id = u.session_id
    where u.person_id = ${me.id} and ${isLive(clock.now())} order by u.created_at desc, u.id`);
  return {
    public_key: config.push.isOn ? (await readKeys(app)).publicKey.toString('base64url') : null,
    devices: rows.map(({ id, userAgent, here, detailed, createdAt, lastSuccessAt }) => ({
      id,
      name: deviceName(userAgent),
      here,
      detailed,
      created_at: createdAt.toISOString(),
      last_success_at: lastSuccessAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Subscribes this browser for this person, in place of the person it belonged to before.
 * @throws Refusal push.off, or push.address for a push service that we do not call
 */
export async function subscribe(
  app: App,
  me: Person,
  subscription: { endpoint: string; public_key: string; secret: string; detailed: boolean },
): Promise<Push> {
  const { db, clock, config } = app;
  const { endpoint, detailed } = subscription;
  if (!config.push.isOn) throw refuse('push.off');
  if (!isPushService(endpoint, config.push.loopback)) throw refuseField('endpoint', 'push.address');
  if (!isPoint(subscription.public_key)) throw refuseField('public_key', 'push.address');
  const [p256dh, auth] = [subscription.public_key, subscription.secret].map((part) => Buffer.from(part, 'base64url'));
  await db.tx(async (tx) => {
    await tx.run(sql`select from session where id = ${me.sessionId} for update`);
    await tx.run(sql`delete from push_subscription where session_id = ${me.sessionId} and endpoint <> ${endpoint}`);
    await tx.run(sql`
      insert into push_subscription (id, person_id, session_id, endpoint, p256dh, auth, detailed, created_at)
      values (${newId()}, ${me.id}, ${me.sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${detailed}, ${clock.now()})
      on conflict (endpoint) do update set person_id = excluded.person_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, detailed = excluded.detailed, failures = 0`);
    await tx.run(sql`
      delete from push_subscription where person_id = ${me.id} and id not in (
        select id from push_subscription where person_id = ${me.id} order by created_at desc, id desc limit ${maxDevices})`);
  });
  return showPush(app, me);
}

/** Push services are on the internet, at the usual port: a client chooses the address, and need not try others with us. */
const isPushService = (endpoint: string, allowLocal: boolean) =>
  mayBeCalled(endpoint, allowLocal) && (allowLocal || new URL(endpoint).port === '');

/** Whether data can be encrypted for this key of a browser. */
function isPoint(publicKey: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    return own.computeSecret(Buffer.from(publicKey, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

/** @throws Refusal http.not_found for what is another's, or has ended */
export async function endSubscription(app: App, me: Person, id: string): Promise<Push> {
  const ended = await app.db.run(sql`delete from push_subscription where id = ${id} and person_id = ${me.id}`);
  if (ended === 0) throw notFound();
  return showPush(app, me);
}

/** Deletes subscriptions of sessions that have ended. Until then nothing is sent to them. */
export async function removeEnded({ db, clock }: App): Promise<void> {
  await db.run(sql`
    delete from push_subscription u using session s where s.id = u.session_id and not (${isLive(clock.now())})`);
}
