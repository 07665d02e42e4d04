import { expect, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';
import { startPushService } from '#test/external-services/push.ts';
import { call } from '../support/api.ts';
import { register, withoutGreeting } from '../support/people.ts';
import { test } from '../support/test.ts';
import { watchPolicy } from '../support/page-problems.ts';

const browser = findBrowser();
// The browser without windows knows no pushes.
test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  launchOptions: browser ? { executablePath: browser } : {},
});

/** What a worker has that pages have not. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (name: string, about: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

/** The browser of the tests has no push service behind it; what comes from one is given to its worker as that would. */
async function deliverTo(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const registrations = new Map<string, string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) => {
    for (const { scopeURL, registrationId } of all) registrations.set(scopeURL, registrationId);
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrations.get(`${origin}/`)).toBeDefined();
  return (message: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: registrations.get(`${origin}/`) ?? '',
      data: JSON.stringify(message),
    });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

test('a device that is switched on gets a short notification, which leads to the right screen', async ({
  page,
  context,
}) => {
  const service = await startPushService();
  const device = service.subscribe();
  await context.addInitScript(({ endpoint, public_key, secret }) => {
    let isJoined = false;
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: public_key, auth: secret } }),
      unsubscribe: async () => !(isJoined = false),
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      isJoined = true;
      return subscription;
    };
    PushManager.prototype.getSubscription = async () => (isJoined ? subscription : null);
  }, device);
  const breaches = await watchPolicy(context);
  const person = await register(context);
  await withoutGreeting(context);
  await page.goto('/en/settings/notifications');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(page.getByRole('columnheader', { name: 'Push' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Send notifications to this device' }).click();
  await expect(page.getByRole('columnheader', { name: 'Push' })).toBeVisible();

  await call(context, 'POST /api/settings/password', {
    body: {
      current_password: person.password,
      password: 'three calm harbours',
      password_confirmation: 'three calm harbours',
    },
  });
  await expect.poll(() => service.read(device.endpoint).length).toBe(1);
  const [message] = service.read(device.endpoint);
  expect(message).toMatchObject({ text: 'Account security update', group: 'security' });

  const deliver = await deliverTo(page);
  // The browser may drop what its tools deliver while it starts the worker; a push service would send it again.
  await expect(async () => {
    await deliver(message!);
    await expect.poll(() => shown(page), { timeout: 5000 }).toEqual([`${message!.title}: ${message!.text}`]);
  }).toPass({ timeout: 60_000 });
  await deliver({ ...message!, tag: 'chat', group: 'support' });
  await deliver({ ...message!, tag: 'other', title: 'Another' });
  await expect.poll(() => shown(page)).toHaveLength(2);

  const [worker] = context.serviceWorkers();
  await worker!.evaluate(async () => {
    const own = globalThis as unknown as WorkerScope;
    const [notification] = await own.registration.getNotifications();
    own.dispatchEvent(new own.NotificationEvent('notificationclick', { notification: notification! }));
  });
  await expect(page).toHaveURL(message!.path);
  expect(breaches).toEqual([]);
  await service.close();
});
