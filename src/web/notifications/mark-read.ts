import type { NotificationGroup } from '#contract/notifications/names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

const refresh = () =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['notifications'] }),
    queries.invalidateQueries({ queryKey: ['notifications-unread'] }),
  ]);

/** Marks one as read. When that fails, it stays unread, and the person still gets to the linked screen. */
export async function markRead(id: string): Promise<void> {
  await call('POST /api/notifications/read', { body: { notification_id: id } }, { loader: false })
    .then(refresh)
    .catch((error: unknown) => console.error('Error marking a notification', error));
}

/** @throws ApiError as `call` does */
export async function markAllRead(group: NotificationGroup | ''): Promise<void> {
  await call('POST /api/notifications/read-all', { body: group ? { group } : {} });
  await refresh();
}
