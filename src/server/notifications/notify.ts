import type { EventName, Events } from '#contract/modules.ts';
import { kindsOf, termsOf, type KindOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { NotificationChannel } from '#contract/notifications/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Params } from './params.ts';
import { push } from './push/listeners.ts';
import { isLive } from './push/subscriptions.ts';
import { decide } from './rules.ts';

/** One notification to one person. */
export interface Notification<Kind extends NotificationKind = NotificationKind> {
  to: string;
  kind: Kind;
  /** The path to open, without the language. An email may link elsewhere, by a link that is made for it. */
  path: string;
  /** Without secrets, because these are stored. */
  params?: Params;
  /** The id of what the email is made from when it is sent. */
  about?: string;
}

interface Wisher {
  timeZone: string | null;
  quietFrom: number | null;
  quietTo: number | null;
  digest: boolean | null;
  preferences: Partial<Record<NotificationChannel, boolean>>;
  hasDevice: boolean;
}

/**
 * The only function that notifies a person. It writes the notification and its channels once for each event. A blocked
 * client gets only the notification of the block. The bell rings, and an email that may leave is sent, when the
 * transaction commits.
 */
export async function notify(
  { clock, outbox, realtime }: Pick<App, 'clock' | 'outbox' | 'realtime'>,
  tx: Tx,
  eventId: bigint,
  { to, kind, path, params = {}, about }: Notification,
): Promise<void> {
  const now = clock.now();
  const wisher = await tx.maybeOne<Wisher>(sql`
    select s.time_zone as "timeZone", s.quiet_from as "quietFrom", s.quiet_to as "quietTo", s.digest,
           coalesce((select jsonb_object_agg(channel, enabled) from notification_preference h
                     where h.person_id = c.id and h.group_name = ${termsOf(kind).group}), '{}')
             || coalesce((select jsonb_object_agg(channel, enabled) from notification_kind_preference k
                          where k.person_id = c.id and k.kind = ${kind}), '{}') as preferences,
           exists (select from push_subscription u join session s on s.id = u.session_id
                   where u.person_id = c.id and ${isLive(now)}) as "hasDevice"
    from person c left join notification_settings s on s.person_id = c.id
    where c.id = ${to} and (c.blocked_at is null or ${termsOf(kind).barred ?? false})`);
  if (!wisher) return;
  const id = newId();
  const isNew = await tx.run(sql`
    insert into notification (id, event_id, person_id, kind, params, path, about_id, created_at)
    values (${id}, ${eventId}, ${to}, ${kind}, ${JSON.stringify(params)}, ${path}, ${about ?? null}, ${now})
    on conflict (event_id, person_id, kind) do nothing`);
  if (isNew === 0) return;
  const fates = decide(kind, inputsOf(wisher), now);
  for (const { channel, state, reason, dueAt } of fates) {
    await tx.run(sql`
      insert into notification_delivery (notification_id, channel, state, reason, due_at, changed_at)
      values (${id}, ${channel}, ${state}, ${reason}, ${dueAt}, ${now})`);
  }
  const isOn = (channel: NotificationChannel, state: string) =>
    fates.some((fate) => fate.channel === channel && fate.state === state);
  if (isOn('bell', 'sent')) await realtime.notify(tx, to, 'notification.changed', {});
  const email = termsOf(kind).awaited ? 'notifications.awaited_email_due' : 'notifications.email_due';
  if (isOn('email', 'queued')) await outbox.emit(tx, email, { notificationId: id });
  if (isOn('push', 'queued')) await push({ outbox, clock }, tx, to, [id]);
}

function inputsOf({ timeZone, quietFrom, quietTo, digest, preferences, hasDevice }: Wisher) {
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { preferences, timeZone: timeZone ?? 'UTC', quiet, digest: digest ?? false, hasDevice };
}

/** Returns a function that notifies a person of an event. It takes only what the catalogue lists for that event. */
export function notifierOf<Name extends EventName>(
  app: App,
  name: Name,
  make: (
    payload: Events[Name],
  ) => Notification<KindOf<Name>> | undefined | Promise<Notification<KindOf<Name>> | undefined>,
): void {
  const notifyAll = async (payload: Events[Name], eventId: bigint) => {
    const notification = await make(payload);
    if (notification) await app.db.tx((tx) => notify(app, tx, eventId, notification));
  };
  const isAwaited = kindsOf(name).some((kind) => termsOf(kind).awaited);
  app.outbox.on(name, notifyAll, isAwaited ? 'awaited' : 'usual');
}
