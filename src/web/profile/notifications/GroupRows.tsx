import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { NotificationChannel, NotificationGroup } from '#contract/notifications/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { icon } from '#web/ui/icon.ts';
import { PreferenceBox } from './PreferenceBox.tsx';
import styles from './PreferencesTable.module.css';
import type { Preference, Event } from './use-preferences.ts';

/** The notifications of a group that are always sent. */
const always: Partial<Record<NotificationGroup, TextKey>> = {
  security: 'notifications.always_security',
  money: 'notifications.always_money',
  trading: 'notifications.always_trading',
  ipo: 'notifications.always_ipo',
};

interface Props {
  group: NotificationGroup;
  events: readonly Event[];
  channels: readonly NotificationChannel[];
  onChoose: (preference: Preference) => void;
}

/** A group, which opens into its events; a choice about it is one about all of them. */
export function GroupRows({ group, events, channels, onChoose }: Props) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const name = t(`notifications.group_${group}`);
  const why = always[group];
  return (
    <>
      <tbody>
        <tr>
          <th scope="row">
            <button
              type="button"
              className={styles.opener}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDown {...icon} />
              {name}
            </button>
            {why && <p className={styles.why}>{t(why)}</p>}
          </th>
          {channels.map((channel) => (
            <td key={channel} className={styles.box}>
              <PreferenceBox
                name={name}
                channel={channel}
                {...ofAll(events, channel)}
                onChoose={(enabled) => onChoose({ group, channel, enabled })}
              />
            </td>
          ))}
        </tr>
      </tbody>
      <tbody id={id} hidden={!isOpen}>
        {events.map((event) => (
          <tr key={event.kind} className={styles.event}>
            <th scope="row">{event.title}</th>
            {channels.map((channel) => {
              const way = event.channels.find((each) => each.channel === channel);
              return (
                <td key={channel} className={styles.box}>
                  {way && (
                    <PreferenceBox
                      {...way}
                      name={event.title}
                      onChoose={(wanted) => onChoose({ kind: event.kind, channel, enabled: wanted })}
                    />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </>
  );
}

/** A group is as those of its events are about which there is a choice. */
function ofAll(events: readonly Event[], channel: NotificationChannel): { enabled: boolean | 'some'; fixed: boolean } {
  const open = events.flatMap(({ channels }) => channels).filter((each) => each.channel === channel && !each.fixed);
  const enabled = open.filter((each) => each.enabled).length;
  return { enabled: enabled === open.length || (enabled > 0 && 'some'), fixed: open.length === 0 };
}
