import { useText } from '#web/platform/i18n.tsx';
import { useNow } from '#web/platform/now.ts';
import { Distance } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';

const soonMs = 15 * 60_000;

/** Until when an answer was promised; marked when that is soon, or was before now. */
export function Due({ at }: { at: string }) {
  const t = useText();
  const leftMs = new Date(at).getTime() - useNow().getTime();
  if (leftMs > soonMs)
    return (
      <span>
        <Distance at={at} within="chats.due" />
      </span>
    );
  return (
    <>
      <Badge tone={leftMs < 0 ? 'negative' : 'warning'}>{t(leftMs < 0 ? 'chats.overdue' : 'chats.due_soon')}</Badge>
      <Distance at={at} />
    </>
  );
}
