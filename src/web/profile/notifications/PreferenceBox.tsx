import { Lock } from 'lucide-react';
import type { NotificationChannel } from '#contract/notification-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './PreferencesTable.module.css';

interface Props {
  /** What it is about. */
  name: string;
  channel: NotificationChannel;
  /** `some` of a group. */
  wanted: boolean | 'some';
  /** It comes always. */
  fixed: boolean;
  onChoose: (wanted: boolean) => void;
}

/** Whether something is told on a channel. */
export function ChoiceBox({ name, channel, wanted, fixed, onChoose }: Props) {
  const t = useText();
  const names = { group: name, channel: t(`notifications.channel_${channel}`) };
  return (
    <label className={styles.target}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = wanted === 'some';
        }}
        type="checkbox"
        aria-label={t(fixed ? 'notifications.choice_locked' : 'notifications.choice', names)}
        checked={wanted === true}
        disabled={fixed}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {fixed && <Lock {...icon} size={14} />}
    </label>
  );
}
