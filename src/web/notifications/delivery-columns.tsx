import type { Delivery } from '#contract/notifications/endpoints.ts';
import type { DeliveryState, NotificationChannel } from '#contract/notifications/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';

import { cx } from '#web/ui/cx.ts';
import { State } from '#web/ui/State.tsx';
import type { Tone } from '#web/ui/tone.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './delivery-columns.module.css';

const tones: Record<DeliveryState, Tone> = {
  queued: 'neutral',
  sent: 'neutral',
  failed: 'negative',
  held: 'warning',
  suppressed: 'neutral',
};

/** Why something did not leave, where we have a text for it; else the message of the email server. */
const reasons: Partial<Record<string, TextKey>> = {
  choice: 'notifications.reason_choice',
  quiet: 'notifications.reason_quiet',
  digest: 'notifications.reason_digest',
  blocked: 'notifications.reason_blocked',
  outdated: 'notifications.reason_outdated',
};

/** What staff call them. */
export const channelNames: Record<NotificationChannel, TextKey> = {
  bell: 'notifications.channel_bell',
  email: 'notifications.channel_email',
  push: 'notifications.channel_push',
};

/** A notification that went the same way by several channels is one row. */
export interface Delivered extends Delivery {
  channels: readonly NotificationChannel[];
}

const minuteMs = 60_000;

const isSame = (one: Delivery, other: Delivery) =>
  one.client.id === other.client.id &&
  one.kind === other.kind &&
  one.title === other.title &&
  one.state === other.state &&
  one.reason === other.reason &&
  one.due_at === other.due_at &&
  Math.abs(Date.parse(one.created_at) - Date.parse(other.created_at)) < minuteMs;

/** Neighbours that say the same of another channel, as one. */
export function byNotification(deliveries: readonly Delivery[]): Delivered[] {
  const rows: Delivered[] = [];
  for (const delivery of deliveries) {
    const last = rows.at(-1);
    if (last && isSame(last, delivery) && !last.channels.includes(delivery.channel))
      rows[rows.length - 1] = { ...last, channels: [...last.channels, delivery.channel] };
    else rows.push({ ...delivery, channels: [delivery.channel] });
  }
  return rows;
}

/** Each notification by its channels, with what became of it. */
export function useDeliveryColumns(): Column<Delivered>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      key: 'client',
      header: t('notifications.log_person'),
      cell: ({ client }) => (
        <div className={styles.words}>
          <Link to={`/admin/clients/${client.id}`} className={styles.name}>
            <bdi>{client.name}</bdi>
          </Link>
          <bdi className={cx(textStyles.soft, textStyles.wide)}>{client.email}</bdi>
        </div>
      ),
    },
    {
      key: 'title',
      header: t('notifications.log_notified'),
      cell: ({ title, group }) => (
        <div className={styles.words}>
          <span>{title}</span>
          <span className={cx(textStyles.soft, textStyles.wide)}>{t(`notifications.group_${group}`)}</span>
        </div>
      ),
    },
    {
      key: 'at',
      header: t('notifications.log_at'),
      beside: true,
      cell: ({ created_at }) => <DateTime at={created_at} as="full" />,
    },
    {
      key: 'channel',
      header: t('notifications.channel'),
      wide: true,
      cell: ({ channels }) => format.list(channels.map((each) => t(channelNames[each]))),
    },
    {
      key: 'state',
      header: t('notifications.state'),
      cell: (delivery) => <DeliveryLine delivery={delivery} />,
    },
  ];
}

function DeliveryLine({ delivery: { state, reason, due_at } }: { delivery: Delivery }) {
  const t = useText();
  const known = reason === null ? undefined : reasons[reason];
  return (
    <>
      <State tone={tones[state]}>{t(`notifications.state_${state}`)}</State>{' '}
      {reason !== null && (
        <span className={cx(textStyles.soft, textStyles.wide)}>{known ? t(known) : <bdi>{reason}</bdi>}</span>
      )}{' '}
      {due_at !== null && (
        <span className={cx(textStyles.soft, textStyles.wide)}>
          <DateTime at={due_at} within="notifications.held_until" />
        </span>
      )}
    </>
  );
}
