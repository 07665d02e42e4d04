import type { NotificationChannel, NotificationGroup, NotificationKind } from '#contract/notification-names.ts';
import { termsOf } from '#contract/notification-names.ts';
import { optionalKinds } from '#contract/notification-preferences.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

type Clock = Pick<App, 'clock'>;

/** Keeps what a person wishes of some groups on a channel, whatever he chose about what is in them. */
export async function chooseGroups(
  app: Clock,
  tx: Tx,
  personId: string,
  groups: readonly NotificationGroup[],
  channel: NotificationChannel,
  wanted: boolean,
): Promise<void> {
  const kinds = optionalKinds(groups, channel);
  await tx.run(sql`
    insert into notification_choice (person_id, group_name, channel, wanted)
    select id, group_name, ${channel}, ${wanted} from client, unnest(${groups}::text[]) group_name where id = ${personId}
    on conflict (person_id, group_name, channel) do update set wanted = excluded.wanted`);
  await tx.run(sql`
    delete from notification_kind_choice
    where person_id = ${personId} and channel = ${channel} and kind = any(${kinds}::text[])`);
  if (!wanted) await dropHeld(app, tx, personId, kinds, channel);
}

/** Keeps what a person wishes of one kind on a channel. */
export async function chooseKind(
  app: Clock,
  tx: Tx,
  personId: string,
  kind: NotificationKind,
  channel: NotificationChannel,
  wanted: boolean,
): Promise<void> {
  await tx.run(sql`
    insert into notification_kind_choice (person_id, kind, channel, wanted)
    select id, ${kind}, ${channel}, ${wanted} from client where id = ${personId}
    on conflict (person_id, kind, channel) do update set wanted = excluded.wanted`);
  if (!wanted) await dropHeld(app, tx, personId, [kind], channel);
}

/** What waits for a better hour goes by what is wished now, too. */
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

type IsWanted = (kind: NotificationKind, channel: NotificationChannel) => boolean;

/** What a person wishes: of a kind, or else of its group; what he has not chosen about is wanted. */
export async function readChoices(db: Queries, personId: string): Promise<IsWanted> {
  const rows = await db.rows<{ of: string; channel: string; wanted: boolean }>(sql`
    select group_name as of, channel, wanted from notification_choice where person_id = ${personId}
    union all select kind, channel, wanted from notification_kind_choice where person_id = ${personId}`);
  const kept = new Map(rows.map(({ of, channel, wanted }) => [`${of} ${channel}`, wanted]));
  return (kind, channel) => kept.get(`${kind} ${channel}`) ?? kept.get(`${termsOf(kind).group} ${channel}`) ?? true;
}
