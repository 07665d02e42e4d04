import { Lock } from 'lucide-react';
import type { NotificationChannel } from '#contract/notifications/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './PreferencesTable.module.css';

interface Props {
  /** What it is about. */
  name: string;
  channel: NotificationChannel;
  /** `some` of a group. */
  enabled: boolean | 'some';
  /** It comes always. */
  fixed: boolean;
  onChoose: (enabled: boolean) => void;
}

/** Whether a notification uses a channel. */
export function PreferenceBox({ name, channel, enabled, fixed, onChoose }: Props) {
  const t = useText();
  const names = { group: name, channel: t(`notifications.channel_${channel}`) };
  return (
    <label className={styles.target}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = enabled === 'some';
        }}
        type="checkbox"
        aria-label={t(fixed ? 'notifications.preference_locked' : 'notifications.preference', names)}
        checked={enabled === true}
        disabled={fixed}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {fixed && <Lock {...icon} />}
    </label>
  );
}
