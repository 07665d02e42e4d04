import { optionalKinds, type NotificationChannel, type NotificationGroup } from '#contract/notification-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Keeps what a person wishes of some groups on a channel. What waits for a better hour goes by it, too. */
export async function choose(
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  personId: string,
  groups: readonly NotificationGroup[],
  channel: NotificationChannel,
  wanted: boolean,
): Promise<void> {
  await tx.run(sql`
    insert into notification_choice (person_id, group_name, channel, wanted)
    select id, group_name, ${channel}, ${wanted} from client, unnest(${groups}::text[]) group_name where id = ${personId}
    on conflict (person_id, group_name, channel) do update set wanted = excluded.wanted`);
  if (wanted) return;
  await tx.run(sql`
    update notification_delivery d set state = 'suppressed', reason = 'choice', due_at = null, changed_at = ${clock.now()}
    from notification n
    where n.id = d.notification_id and n.person_id = ${personId} and d.channel = ${channel} and d.state = 'held'
      and n.kind = any(${optionalKinds(groups, channel)}::text[])`);
}
