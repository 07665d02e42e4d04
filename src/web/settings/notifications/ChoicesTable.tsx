import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import {
  choiceIn,
  groupsInUse,
  notificationChannels,
  type NotificationChannel,
  type NotificationGroup,
} from '#contract/notification-names.ts';
import type { NotificationSettings } from '#contract/notifications.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import type { TextKey } from '#web/platform/text-key.ts';
import { icon } from '#web/ui/icon.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './ChoicesTable.module.css';
import { wishesQuery } from './wishes-query.ts';

type Choice = NotificationSettings['choices'][number];

/** What of a group comes always, whatever is chosen. */
const always: Partial<Record<NotificationGroup, TextKey>> = {
  security: 'notifications.always_security',
  money: 'notifications.always_money',
  trading: 'notifications.always_trading',
  ipo: 'notifications.always_ipo',
};

/** Each group by each channel; a choice counts at once, and what cannot be chosen is locked. */
export function ChoicesTable({ choices }: { choices: readonly Choice[] }) {
  const t = useText();
  const queries = useQueryClient();
  const choose = useMutation({
    mutationFn: (choice: Choice) => call('POST /api/notifications/choose', { body: choice }),
    onSuccess: (settings) => queries.setQueryData(wishesQuery.queryKey, settings),
    onError: () => toast({ tone: 'negative', text: t('common.went_wrong') }),
  });
  const pending = choose.isPending ? choose.variables : undefined;
  const wanted = (group: NotificationGroup, channel: NotificationChannel) =>
    [pending, ...choices].find((each) => each?.group === group && each.channel === channel)?.wanted ?? true;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('notifications.group')}</th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className={styles.box}>
              {t(`notifications.channel_${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groupsInUse.map((group) => {
          const why = always[group];
          return (
            <tr key={group}>
              <th scope="row">
                {t(`notifications.group_${group}`)}
                {why && <p className={styles.why}>{t(why)}</p>}
              </th>
              {notificationChannels.map((channel) => (
                <td key={channel} className={styles.box}>
                  <Box
                    group={group}
                    channel={channel}
                    wanted={wanted(group, channel)}
                    onChoose={(next) => choose.mutate({ group, channel, wanted: next })}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Box({ group, channel, wanted, onChoose }: Choice & { onChoose: (wanted: boolean) => void }) {
  const t = useText();
  const way = choiceIn(group, channel);
  const names = { group: t(`notifications.group_${group}`), channel: t(`notifications.channel_${channel}`) };
  // A group of which nothing may be left: every part of it comes always.
  const isLocked = way === 'always';
  return (
    <label className={styles.target}>
      <input
        type="checkbox"
        aria-label={t(isLocked ? 'notifications.choice_locked' : 'notifications.choice', names)}
        checked={wanted}
        disabled={isLocked}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {isLocked && <Lock {...icon} size={14} />}
    </label>
  );
}
