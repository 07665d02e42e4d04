import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { soonMs } from './soon.ts';

/** Until when an answer was promised; marked when that is soon, or was before now. */
export function Due({ at }: { at: string }) {
  const t = useText();
  const leftMs = new Date(at).getTime() - useNow().getTime();
  if (leftMs > soonMs)
    return (
      <span>
        <RelativeTime at={at} within="chats.due" />
      </span>
    );
  return (
    <>
      <State tone={leftMs < 0 ? 'negative' : 'warning'}>{t(leftMs < 0 ? 'chats.overdue' : 'chats.due_soon')}</State>
      <RelativeTime at={at} />
    </>
  );
}

/** That something is to be settled soon, or was to be before now; else nothing. */
export function SettleSoon({ at }: { at: string }) {
  const t = useText();
  const leftMs = new Date(at).getTime() - useNow().getTime();
  if (leftMs > soonMs) return null;
  return (
    <State tone={leftMs < 0 ? 'negative' : 'warning'}>
      {t(leftMs < 0 ? 'chats.settle_late' : 'chats.settle_soon')}
    </State>
  );
}
