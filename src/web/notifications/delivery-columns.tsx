import type { Delivery } from '#contract/notifications/endpoints.ts';
import type { DeliveryState, NotificationChannel } from '#contract/notifications/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';

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

/** Each notification by each channel, with what became of it. */
export function useDeliveryColumns(): Column<Delivery>[] {
  const t = useText();
  return [
    {
      key: 'client',
      header: t('notifications.log_person'),
      cell: ({ client }) => (
        <div className={styles.words}>
          <Link to={`/admin/clients/${client.id}`} className={styles.name}>
            <bdi>{client.name}</bdi>
          </Link>
          <bdi className={textStyles.soft}>{client.email}</bdi>
        </div>
      ),
    },
    {
      key: 'title',
      header: t('notifications.log_notified'),
      cell: ({ title, group }) => (
        <div className={styles.words}>
          <span>{title}</span>
          <span className={textStyles.soft}>{t(`notifications.group_${group}`)}</span>
        </div>
      ),
    },
    { key: 'at', header: t('notifications.log_at'), cell: ({ created_at }) => <DateTime at={created_at} as="full" /> },
    {
      key: 'channel',
      header: t('notifications.channel'),
      cell: ({ channel }) => t(channelNames[channel]),
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
    <div className={styles.words}>
      <span>
        <State tone={tones[state]}>{t(`notifications.state_${state}`)}</State>
      </span>
      {reason !== null && <span className={textStyles.soft}>{known ? t(known) : <bdi>{reason}</bdi>}</span>}
      {due_at !== null && (
        <span className={textStyles.soft}>
          <DateTime at={due_at} within="notifications.held_until" />
        </span>
      )}
    </div>
  );
}
