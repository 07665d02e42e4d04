import type { NotificationKind } from '#contract/notifications/kinds.ts';
import type { NotificationChannel, NotificationGroup } from '#contract/notifications/names.ts';
import { termsOf } from '#contract/notifications/kinds.ts';
import { optionalKinds } from '#contract/notifications/preferences.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

type Clock = Pick<App, 'clock'>;

/** Stores a person's preference for some groups on a channel. It replaces the choices for single kinds in them. */
export async function storeGroupPreferences(
  app: Clock,
  tx: Tx,
  personId: string,
  groups: readonly NotificationGroup[],
  channel: NotificationChannel,
  enabled: boolean,
): Promise<void> {
  const kinds = optionalKinds(groups, channel);
  await tx.run(sql`
    insert into notification_preference (person_id, group_name, channel, enabled)
    select id, group_name, ${channel}, ${enabled} from person, unnest(${groups}::text[]) group_name where id = ${personId}
    on conflict (person_id, group_name, channel) do update set enabled = excluded.enabled`);
  await tx.run(sql`
    delete from notification_kind_preference
    where person_id = ${personId} and channel = ${channel} and kind = any(${kinds}::text[])`);
  if (!enabled) await dropHeld(app, tx, personId, kinds, channel);
}

/** Stores a person's preference for one kind on a channel. */
export async function storeKindPreference(
  app: Clock,
  tx: Tx,
  personId: string,
  kind: NotificationKind,
  channel: NotificationChannel,
  enabled: boolean,
): Promise<void> {
  await tx.run(sql`
    insert into notification_kind_preference (person_id, kind, channel, enabled)
    select id, ${kind}, ${channel}, ${enabled} from person where id = ${personId}
    on conflict (person_id, kind, channel) do update set enabled = excluded.enabled`);
  if (!enabled) await dropHeld(app, tx, personId, [kind], channel);
}

/** Notifications that wait for the end of quiet hours follow the new preference, too. */
async function dropHeld(
  { clock }: Clock,
  tx: Tx,
  personId: string,
  kinds: readonly NotificationKind[],
  channel: NotificationChannel,
): Promise<void> {
  await tx.run(sql`
    update notification_delivery d set state = 'suppressed', reason = 'choice', due_at = null, changed_at = ${clock.now()}
    from notification n
    where n.id = d.notification_id and n.person_id = ${personId} and d.channel = ${channel} and d.state = 'held'
      and n.kind = any(${kinds}::text[])`);
}

type IsEnabled = (kind: NotificationKind, channel: NotificationChannel) => boolean;

/** A person's preference for a kind, or else for its group. The default is on. */
export async function readPreferences(db: Queries, personId: string): Promise<IsEnabled> {
  const rows = await db.rows<{ of: string; channel: string; enabled: boolean }>(sql`
    select group_name as of, channel, enabled from notification_preference where person_id = ${personId}
    union all select kind, channel, enabled from notification_kind_preference where person_id = ${personId}`);
  const stored = new Map(rows.map(({ of, channel, enabled }) => [`${of} ${channel}`, enabled]));
  return (kind, channel) => stored.get(`${kind} ${channel}`) ?? stored.get(`${termsOf(kind).group} ${channel}`) ?? true;
}
