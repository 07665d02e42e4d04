import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { deliveriesFile, listDeliveries } from './delivery-log.ts';
import { countUnread, listNotifications, readAll, readNotification } from './list-notifications.ts';
import { notificationListeners } from './listeners.ts';
import { notificationsData } from './own-data.ts';
import { chooseChannel, setHours, showSettings } from './settings.ts';
import { showUnsubscription, unsubscribe } from './unsubscribe.ts';

/** What somebody was told, what he wishes to be told, and for staff what became of it. */
export function notificationRoutes(app: App): void {
  handle(app, 'notifications.list', ({ me, request, body }) => listNotifications(app, me, request.language, body));
  handle(app, 'notifications.unread', ({ me }) => countUnread(app, me));
  handle(app, 'notifications.read', ({ me, body }) => readNotification(app, me, body.notification_id));
  handle(app, 'notifications.read_all', ({ me, body }) => readAll(app, me, body.group));
  handle(app, 'notifications.settings', ({ me }) => showSettings(app.db, me));
  handle(app, 'notifications.choose', ({ me, body }) => chooseChannel(app, me, body));
  handle(app, 'notifications.set_hours', ({ me, body }) => setHours(app, me, body));
  handle(app, 'notifications.unsubscription', ({ params }) => showUnsubscription(app, params.token));
  handle(app, 'notifications.unsubscribe', ({ params }) => unsubscribe(app, params.token));
  handle(app, 'notifications.log', ({ request, body }) => listDeliveries(app, request.language, body));
  handle(app, 'notifications.log_file', async ({ me, request, query, reply }) =>
    sendFile(reply, await deliveriesFile(app, me, request.language, query)),
  );
  notificationListeners(app);
  app.personalData.add('notifications', notificationsData);
}
