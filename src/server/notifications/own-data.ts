import type { NotificationChannel, NotificationGroup, NotificationKind } from '#contract/notification-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type KeptList } from '#server/platform/personal-data.ts';
import { titleKey } from './words-of.ts';

type Choice = {
  group_name: NotificationGroup | null;
  kind: NotificationKind | null;
  channel: NotificationChannel;
  wanted: boolean;
};

/** What somebody was told, by which way, and what he wishes of that. */
export const notificationsData: readonly KeptList[] = [
  {
    name: 'notifications',
    tables: ['notification', 'notification_delivery'],
    rows: (id) => sql`
      select n.id, n.kind, n.params, n.path, n.created_at, n.read_at,
             array(select d.channel || ': ' || d.state from notification_delivery d where d.notification_id = n.id order by d.channel) as sent_by,
             (select d.mailed_to from notification_delivery d where d.notification_id = n.id and d.channel = 'mail') as mailed_to
      from notification n where n.person_id = ${id} order by n.created_at, n.id`,
  },
  {
    name: 'devices',
    tables: ['push_subscription'],
    rows: (id) => sql`
      select u.id, s.user_agent, u.endpoint, u.detailed, u.created_at, u.last_success_at
      from push_subscription u join session s on s.id = u.session_id where u.person_id = ${id} order by u.created_at, u.id`,
  },
  {
    name: 'choices',
    tables: ['notification_choice', 'notification_kind_choice'],
    rows: (id) => sql`
      select group_name, null as kind, channel, wanted from notification_choice where person_id = ${id}
      union all select null, kind, channel, wanted from notification_kind_choice where person_id = ${id}
      order by group_name, kind, channel`,
    paper: onPaper<Choice>('notifications.choices_title', [
      {
        header: 'notifications.group',
        width: 50,
        cell: ({ group_name, kind }, { text }) => text(kind ? titleKey(kind) : `notifications.group_${group_name}`),
      },
      {
        header: 'notifications.channel',
        width: 25,
        cell: ({ channel }, { text }) => text(`notifications.channel_${channel}`),
      },
      { header: 'payments.state', width: 25, cell: ({ wanted }, { text }) => text(wanted ? 'audit.on' : 'audit.off') },
    ]),
  },
  {
    name: 'hours',
    tables: ['notification_settings'],
    rows: (id) => sql`
      select time_zone, quiet_from, quiet_to, digest from notification_settings where person_id = ${id}`,
  },
];
