import { useQuery } from '@tanstack/react-query';
import type { NotificationGroup } from '#contract/notifications/names.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { markAllRead } from './mark-read.ts';
import { unreadCountQuery } from './notification-queries.ts';

/** Marks all of a group as read, or all there is; there while anything is unread. */
export function MarkAllButton({ group }: { group: NotificationGroup | '' }) {
  const t = useText();
  const count = useQuery(unreadCountQuery).data?.count ?? 0;
  const { isBusy, run } = useAsyncAction();
  if (count === 0) return null;
  return (
    <Button size="small" variant="quiet" busy={isBusy} onClick={() => run(() => markAllRead(group))}>
      {t('shell.bell_mark_all')}
    </Button>
  );
}
