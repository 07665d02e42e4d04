import type { StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import textStyles from '#web/ui/Text.module.css';
import { State } from '#web/ui/State.tsx';
import type { Tone } from '#web/ui/tone.ts';

const tones: Partial<Record<StaffRoomInfo['room']['status'], Tone>> = { open: 'warning', pending: 'others' };

/** Who has it, and until when something is to happen. */
export function ConversationStatus({ room }: Pick<StaffRoomInfo, 'room'>) {
  const t = useText();
  const now = useNow();
  const { assignee, reply_due_at, resolve_due_at, snoozed_until, status, rating } = room;
  const isOverdue = reply_due_at !== null && new Date(reply_due_at) < now;
  const isSettledLate = resolve_due_at !== null && new Date(resolve_due_at) < now;
  return (
    <>
      <State tone={isOverdue || isSettledLate ? 'negative' : (tones[status] ?? 'neutral')}>
        {t(`chats.status_${status}`)}
      </State>
      <span>{assignee ? t('chats.is_with', { name: assignee.name }) : t('chats.is_with_nobody')}</span>
      {reply_due_at && (
        <span>
          <DateTime at={reply_due_at} within={isOverdue ? 'chats.was_due_at' : 'chats.due_at'} />
        </span>
      )}
      <SettleBy room={room} />
      {snoozed_until && (
        <span>
          <DateTime at={snoozed_until} within="chats.snoozed_until" />
        </span>
      )}
      {rating !== null && <span>{t('chats.event_rated', { rating })}</span>}
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
    return <span className={textStyles.wide}>{t('chats.settle_paused', { time })}</span>;
  }
  const leftMs = new Date(resolve_due_at).getTime() - now.getTime();
  return (
    <span>
      <DateTime at={resolve_due_at} within={leftMs < 0 ? 'chats.settle_was_by' : 'chats.settle_by'} />
    </span>
  );
}
