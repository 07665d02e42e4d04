import { termsOf, type NotificationKind } from '#contract/notifications/kinds.ts';
import {
  notificationChannels,
  notificationGroups,
  type NotificationChannel,
  type NotificationGroup,
} from '#contract/notifications/names.ts';
import { isOptional, listedKinds, optionalKinds } from '#contract/notifications/preferences.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { NotificationSettings } from '#contract/notifications/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { storeGroupPreferences, storeKindPreference, readPreferences } from './preferences.ts';
import { titleOf } from './words-of.ts';

interface Hours {
  timeZone: string;
  quietFrom: number | null;
  quietTo: number | null;
  digest: boolean;
}

/** The caller, and their language. */
export interface Asker {
  me: Person;
  language: Language;
}

/** The notification preferences of a person, and their quiet hours. */
export async function showSettings(app: App, asker: Asker, db: Queries = app.db): Promise<NotificationSettings> {
  const { id } = asker.me;
  const hours = await db.maybeOne<Hours>(sql`
    select time_zone as "timeZone", quiet_from as "quietFrom", quiet_to as "quietTo", digest
    from notification_settings where person_id = ${id}`);
  const isEnabled = await readPreferences(db, id);
  const events = kindsFor(asker.me).map((kind) => ({
    kind,
    group: termsOf(kind).group,
    title: titleOf(app, asker.language, kind),
    channels: notificationChannels.flatMap((channel) => {
      const optional = isOptional(kind, channel);
      return optional === undefined
        ? []
        : [{ channel, fixed: !optional, enabled: !optional || isEnabled(kind, channel) }];
    }),
  }));
  const { timeZone = null, quietFrom = null, quietTo = null, digest = false } = hours ?? {};
  const quiet = quietFrom === null || quietTo === null ? null : { from: clockOf(quietFrom), to: clockOf(quietTo) };
  return { events, time_zone: timeZone, quiet, digest };
}

/** Group by group. */
function kindsFor({ roles }: Person): NotificationKind[] {
  const isStaff = roles.some((role) => role !== 'client');
  return notificationGroups.flatMap((group) =>
    listedKinds.filter((kind) => termsOf(kind).group === group && (isStaff || !termsOf(kind).staff)),
  );
}

interface PreferenceInput {
  channel: NotificationChannel;
  enabled: boolean;
}

/** @throws Refusal notifications.always for a group that cannot be turned off there */
export async function setGroupPreference(
  app: App,
  asker: Asker,
  { group, channel, enabled }: PreferenceInput & { group: NotificationGroup },
): Promise<NotificationSettings> {
  if (optionalKinds([group], channel).length === 0) throw refuse('notifications.always');
  return app.db.tx(async (tx) => {
    await storeGroupPreferences(app, tx, asker.me.id, [group], channel, enabled);
    return showSettings(app, asker, tx);
  });
}

/** @throws Refusal notifications.always for a kind that cannot be turned off */
export async function setKindPreference(
  app: App,
  asker: Asker,
  { kind, channel, enabled }: PreferenceInput & { kind: NotificationKind },
): Promise<NotificationSettings> {
  if (!isOptional(kind, channel)) throw refuse('notifications.always');
  return app.db.tx(async (tx) => {
    await storeKindPreference(app, tx, asker.me.id, kind, channel, enabled);
    return showSettings(app, asker, tx);
  });
}

/** Stores the hours. What is held by the old ones is released at the next run. */
export async function setHours(
  app: App,
  asker: Asker,
  preference: { time_zone: string; quiet: { from: string; to: string } | null; digest: boolean },
): Promise<NotificationSettings> {
  const { time_zone: timeZone, quiet, digest } = preference;
  const [from, to] = quiet ? [minutesOf(quiet.from), minutesOf(quiet.to)] : [null, null];
  const { id } = asker.me;
  return app.db.tx(async (tx) => {
    await tx.run(sql`
      insert into notification_settings (person_id, time_zone, quiet_from, quiet_to, digest)
      values (${id}, ${timeZone}, ${from}, ${to}, ${digest})
      on conflict (person_id) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
        quiet_to = excluded.quiet_to, digest = excluded.digest`);
    const over = [...(digest ? [] : ['digest']), ...(quiet ? [] : ['quiet'])];
    await tx.run(sql`
      update notification_delivery d set due_at = ${app.clock.now()} from notification n
      where n.id = d.notification_id and n.person_id = ${id} and d.state = 'held' and d.reason = any(${over}::text[])`);
    return showSettings(app, asker, tx);
  });
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const two = (part: number) => String(part).padStart(2, '0');
const clockOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
