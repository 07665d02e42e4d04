import type { StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import textStyles from '#web/ui/Text.module.css';
import { soonMs } from './soon.ts';

/** Who has it, and until when something is to happen. */
export function ConversationStatus({ room }: Pick<StaffRoomInfo, 'room'>) {
  const t = useText();
  const now = useNow();
  const { assignee, reply_due_at, snoozed_until, status, rating } = room;
  const isOverdue = reply_due_at !== null && new Date(reply_due_at) < now;
  return (
    <>
      <p className={textStyles.soft}>
        {t(`chats.status_${status}`)}
        {' · '}
        {assignee ? t('chats.is_with', { name: assignee.name }) : t('chats.is_with_nobody')}
        {rating !== null && ` · ${t('chats.event_rated', { rating })}`}
      </p>
      {reply_due_at && (
        <Alert tone={isOverdue ? 'negative' : 'warning'}>
          <p>
            <DateTime at={reply_due_at} within={isOverdue ? 'chats.was_due_at' : 'chats.due_at'} />
          </p>
        </Alert>
      )}
      <SettleBy room={room} />
      {snoozed_until && (
        <Alert tone="neutral">
          <p>
            <DateTime at={snoozed_until} within="chats.snoozed_until" />
          </p>
        </Alert>
      )}
    </>
  );
}

const minutesPerHour = 60;

/** Until when it is to be settled; while it is the client's turn, how much is left of that. */
function SettleBy({ room: { resolve_due_at, resolve_left_minutes } }: Pick<StaffRoomInfo, 'room'>) {
  const t = useText();
  const now = useNow();
  if (resolve_due_at === null) {
    if (resolve_left_minutes === null) return null;
    const time = t('chats.hours', { count: Math.ceil(resolve_left_minutes / minutesPerHour) });
    return <p className={textStyles.soft}>{t('chats.settle_paused', { time })}</p>;
  }
  const leftMs = new Date(resolve_due_at).getTime() - now.getTime();
  const line = <DateTime at={resolve_due_at} within={leftMs < 0 ? 'chats.settle_was_by' : 'chats.settle_by'} />;
  if (leftMs > soonMs) return <p className={textStyles.soft}>{line}</p>;
  return (
    <Alert tone={leftMs < 0 ? 'negative' : 'warning'}>
      <p>{line}</p>
    </Alert>
  );
}
