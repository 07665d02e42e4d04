import { notificationChannels, notificationGroups } from '#contract/notifications/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useHasIpo } from '#web/platform/offers-ipo.ts';
import styles from './PreferencesTable.module.css';
import { GroupRows } from './GroupRows.tsx';
import { usePreferences, type Event } from './use-preferences.ts';

/**
 * Each group, and each event in it, by each channel; a choice counts at once, and what cannot be chosen is locked. Push has its
 * column once there is a device to push to.
 */
export function PreferencesTable({ events, hasDevice }: { events: readonly Event[]; hasDevice: boolean }) {
  const t = useText();
  const choose = usePreferences();
  const channels = notificationChannels.filter((channel) => channel !== 'push' || hasDevice);
  const hasIpo = useHasIpo();
  const groups = notificationGroups.filter(
    (group) => (group !== 'ipo' || hasIpo) && events.some((event) => event.group === group),
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('notifications.group')}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className={styles.box}>
              {t(`notifications.channel_${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <GroupRows
          key={group}
          group={group}
          events={events.filter((event) => event.group === group)}
          channels={channels}
          onChoose={choose}
        />
      ))}
    </table>
  );
}
