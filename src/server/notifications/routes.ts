import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { readerOf } from '#server/platform/http/reader.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { deliveriesFile, listDeliveries } from './delivery-log.ts';
import { countUnread, listNotifications, readAll, readNotification } from './list-notifications.ts';
import { notificationListeners } from './listeners.ts';
import { notificationsData } from './own-data.ts';
import { setGroupPreference, setKindPreference, setHours, showSettings } from './settings.ts';
import { endSubscription, showPush, subscribe } from './push/subscriptions.ts';
import { showUnsubscription, unsubscribe } from './unsubscribe.ts';

/** The notifications of a person, the person's preferences, and the delivery log for staff. */
export function notificationRoutes(app: App): void {
  handle(app, 'notifications.list', ({ me, request, body }) => listNotifications(app, me, readerOf(request), body));
  handle(app, 'notifications.unread', ({ me }) => countUnread(app, me));
  handle(app, 'notifications.read', ({ me, body }) => readNotification(app, me, body.notification_id));
  handle(app, 'notifications.read_all', ({ me, body }) => readAll(app, me, body.group));
  handle(app, 'notifications.settings', (filter) => showSettings(app, askerOf(filter)));
  handle(app, 'notifications.set_preference', (filter) => setGroupPreference(app, askerOf(filter), filter.body));
  handle(app, 'notifications.set_kind_preference', (filter) => setKindPreference(app, askerOf(filter), filter.body));
  handle(app, 'notifications.set_hours', (filter) => setHours(app, askerOf(filter), filter.body));
  handle(app, 'notifications.unsubscription', ({ request, params }) =>
    showUnsubscription(app, request.language, params.token),
  );
  handle(app, 'notifications.unsubscribe', ({ request, params, body }) =>
    unsubscribe(app, request.language, params.token, body.whole_group ?? false),
  );
  handle(app, 'notifications.log', ({ request, body }) => listDeliveries(app, readerOf(request), body));
  handle(app, 'notifications.log_file', async ({ me, request, query, reply }) =>
    sendFile(reply, await deliveriesFile(app, me, readerOf(request), query)),
  );
  handle(app, 'push.show', ({ me }) => showPush(app, me));
  handle(app, 'push.subscribe', ({ me, body }) => subscribe(app, me, body));
  handle(app, 'push.end', ({ me, body }) => endSubscription(app, me, body.subscription_id));
  notificationListeners(app);
  app.personalData.add('notifications', notificationsData);
}

const askerOf = ({ me, request }: { me: Person; request: { language: Language } }) => ({
  me,
  language: request.language,
});
