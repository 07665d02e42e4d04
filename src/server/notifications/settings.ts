import {
  choiceIn,
  groupsInUse,
  notificationChannels,
  type NotificationChannel,
  type NotificationGroup,
} from '#contract/notification-names.ts';
import type { NotificationSettings } from '#contract/notifications.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { choose } from './choices.ts';

interface Hours {
  timeZone: string;
  quietFrom: number | null;
  quietTo: number | null;
  digest: boolean;
}

/** What the person wishes; what he has not chosen about is wanted. */
export async function showSettings(db: Db | Tx, me: Client): Promise<NotificationSettings> {
  const hours = await db.maybeOne<Hours>(sql`
    select time_zone as "timeZone", quiet_from as "quietFrom", quiet_to as "quietTo", digest
    from notification_settings where person_id = ${me.id}`);
  const refused = await db.rows<{ group: string; channel: string }>(sql`
    select group_name as "group", channel from notification_choice where person_id = ${me.id} and not wanted`);
  const isWanted = (group: string, channel: string) =>
    !refused.some((each) => each.group === group && each.channel === channel);
  const choices = groupsInUse.flatMap((group) =>
    notificationChannels
      .filter((channel) => choiceIn(group, channel) !== undefined)
      .map((channel) => ({
        group,
        channel,
        wanted: choiceIn(group, channel) === 'always' || isWanted(group, channel),
      })),
  );
  const { timeZone = null, quietFrom = null, quietTo = null, digest = false } = hours ?? {};
  const quiet = quietFrom === null || quietTo === null ? null : { from: clockOf(quietFrom), to: clockOf(quietTo) };
  return { choices, time_zone: timeZone, quiet, digest };
}

/** @throws Refusal notifications.always for what nobody can be rid of */
export async function chooseChannel(
  app: App,
  me: Client,
  wish: { group: NotificationGroup; channel: NotificationChannel; wanted: boolean },
): Promise<NotificationSettings> {
  const { group, channel, wanted } = wish;
  const choice = choiceIn(group, channel);
  if (choice === 'always' || choice === undefined) throw refuse('notifications.always');
  return app.db.tx(async (tx) => {
    await choose(app, tx, me.id, [group], channel, wanted);
    return showSettings(tx, me);
  });
}

/** Keeps the hours, and lets go at the next look what is held by the old ones. */
export async function setHours(
  { db, clock }: App,
  me: Client,
  wish: { time_zone: string; quiet: { from: string; to: string } | null; digest: boolean },
): Promise<NotificationSettings> {
  const { time_zone: timeZone, quiet, digest } = wish;
  const [from, to] = quiet ? [minutesOf(quiet.from), minutesOf(quiet.to)] : [null, null];
  return db.tx(async (tx) => {
    await tx.run(sql`
      insert into notification_settings (person_id, time_zone, quiet_from, quiet_to, digest)
      values (${me.id}, ${timeZone}, ${from}, ${to}, ${digest})
      on conflict (person_id) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from,
        quiet_to = excluded.quiet_to, digest = excluded.digest`);
    const over = [...(digest ? [] : ['digest']), ...(quiet ? [] : ['quiet'])];
    await tx.run(sql`
      update notification_delivery d set due_at = ${clock.now()} from notification n
      where n.id = d.notification_id and n.person_id = ${me.id} and d.state = 'held' and d.reason = any(${over}::text[])`);
    return showSettings(tx, me);
  });
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const two = (part: number) => String(part).padStart(2, '0');
const clockOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
