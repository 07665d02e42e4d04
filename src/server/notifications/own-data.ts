import type { NotificationKind } from '#contract/notifications/kinds.ts';
import type { NotificationChannel, NotificationGroup } from '#contract/notifications/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';
import { titleKey } from './words-of.ts';

type Preference = {
  group_name: NotificationGroup | null;
  kind: NotificationKind | null;
  channel: NotificationChannel;
  enabled: boolean;
};

/** The notifications of a person, their channels, and the person's preferences. */
export const notificationsData: readonly PersonalDataList[] = [
  {
    name: 'notifications',
    tables: ['notification', 'notification_delivery'],
    rows: (id) => sql`
      select n.id, n.kind, n.params, n.path, n.created_at, n.read_at,
             array(select d.channel || ': ' || d.state from notification_delivery d where d.notification_id = n.id order by d.channel) as sent_by,
             (select d.emailed_to from notification_delivery d where d.notification_id = n.id and d.channel = 'email') as emailed_to
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
    tables: ['notification_preference', 'notification_kind_preference'],
    rows: (id) => sql`
      select group_name, null as kind, channel, enabled from notification_preference where person_id = ${id}
      union all select null, kind, channel, enabled from notification_kind_preference where person_id = ${id}
      order by group_name, kind, channel`,
    paper: onPaper<Preference>('notifications.preferences_title', [
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
      {
        header: 'payments.state',
        width: 25,
        cell: ({ enabled }, { text }) => text(enabled ? 'audit.on' : 'audit.off'),
      },
    ]),
  },
  {
    name: 'hours',
    tables: ['notification_settings'],
    rows: (id) => sql`
      select time_zone, quiet_from, quiet_to, digest from notification_settings where person_id = ${id}`,
  },
];
