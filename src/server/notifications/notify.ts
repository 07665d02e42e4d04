import type { EventName, Events } from '#contract/events.ts';
import {
  kindsOf,
  termsOf,
  type KindOf,
  type NotificationChannel,
  type NotificationKind,
} from '#contract/notification-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Params } from './params.ts';
import { push } from './push/listeners.ts';
import { isLive } from './push/subscriptions.ts';
import { decide } from './rules.ts';

/** What somebody is told. */
export interface Told<Kind extends NotificationKind = NotificationKind> {
  to: string;
  kind: Kind;
  /** Below the language, where it leads; a letter may lead elsewhere, by a link that is made for it. */
  path: string;
  /** Without secrets: these are kept. */
  params?: Params;
  /** What the letter is made of when it is sent. */
  about?: string;
}

interface Wisher {
  timeZone: string | null;
  quietFrom: number | null;
  quietTo: number | null;
  digest: boolean | null;
  choices: Partial<Record<NotificationChannel, boolean>>;
  hasDevice: boolean;
}

/**
 * The one door to a person: writes what he is told and by which channels, once for each event, and nothing for one who is
 * blocked, but why he is. The bell rings, and a letter that may leave does, when the transaction commits.
 */
export async function notify(
  { clock, outbox, realtime }: Pick<App, 'clock' | 'outbox' | 'realtime'>,
  tx: Tx,
  eventId: bigint,
  { to, kind, path, params = {}, about }: Told,
): Promise<void> {
  const now = clock.now();
  const wisher = await tx.maybeOne<Wisher>(sql`
    select s.time_zone as "timeZone", s.quiet_from as "quietFrom", s.quiet_to as "quietTo", s.digest,
           coalesce((select jsonb_object_agg(channel, wanted) from notification_choice h
                     where h.person_id = c.id and h.group_name = ${termsOf(kind).group}), '{}')
             || coalesce((select jsonb_object_agg(channel, wanted) from notification_kind_choice k
                          where k.person_id = c.id and k.kind = ${kind}), '{}') as choices,
           exists (select from push_subscription u join session s on s.id = u.session_id
                   where u.person_id = c.id and ${isLive(now)}) as "hasDevice"
    from client c left join notification_settings s on s.person_id = c.id
    where c.id = ${to} and (c.blocked_at is null or ${termsOf(kind).barred ?? false})`);
  if (!wisher) return;
  const id = newId();
  const isNew = await tx.run(sql`
    insert into notification (id, event_id, person_id, kind, params, path, about_id, created_at)
    values (${id}, ${eventId}, ${to}, ${kind}, ${JSON.stringify(params)}, ${path}, ${about ?? null}, ${now})
    on conflict (event_id, person_id, kind) do nothing`);
  if (isNew === 0) return;
  const fates = decide(kind, wishesOf(wisher), now);
  for (const { channel, state, reason, dueAt } of fates) {
    await tx.run(sql`
      insert into notification_delivery (notification_id, channel, state, reason, due_at, changed_at)
      values (${id}, ${channel}, ${state}, ${reason}, ${dueAt}, ${now})`);
  }
  const isOn = (channel: NotificationChannel, state: string) =>
    fates.some((fate) => fate.channel === channel && fate.state === state);
  if (isOn('bell', 'sent')) await realtime.notify(tx, to, 'notification.changed', {});
  const letter = termsOf(kind).awaited ? 'notifications.awaited_letter_due' : 'notifications.letter_due';
  if (isOn('mail', 'queued')) await outbox.emit(tx, letter, { notificationId: id });
  if (isOn('push', 'queued')) await push({ outbox, clock }, tx, to, [id]);
}

function wishesOf({ timeZone, quietFrom, quietTo, digest, choices, hasDevice }: Wisher) {
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { choices, timeZone: timeZone ?? 'UTC', quiet, digest: digest ?? false, hasDevice };
}

/** Tells somebody of an event: whom and what is made of the event, and only what the catalogue has for it. */
export function tellOf<Name extends EventName>(
  app: App,
  name: Name,
  make: (payload: Events[Name]) => Told<KindOf<Name>> | undefined | Promise<Told<KindOf<Name>> | undefined>,
): void {
  const tell = async (payload: Events[Name], eventId: bigint) => {
    const told = await make(payload);
    if (told) await app.db.tx((tx) => notify(app, tx, eventId, told));
  };
  const kinds: readonly NotificationKind[] = kindsOf[name];
  const isAwaited = kinds.some((kind) => termsOf(kind).awaited);
  app.outbox.on(name, tell, isAwaited ? 'awaited' : 'usual');
}
