import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stored } from '#contract/kernel/constants.ts';
import { queries } from '../api/query-client.ts';
import { endSession, clearSession, refreshUser, signOut } from '../session/session.ts';
import { storeToken } from '../session/own-session.ts';

/** A browser that was joined to push and shows two messages. */
let isJoined = true;
let shown = 2;
const registration = {
  getNotifications: () => Promise.resolve(Array.from({ length: shown }, () => ({ close: () => (shown -= 1) }))),
  pushManager: {
    getSubscription: () => Promise.resolve(isJoined ? { unsubscribe: async () => !(isJoined = false) } : null),
  },
};

beforeEach(() => {
  [isJoined, shown] = [true, 2];
  vi.stubGlobal('Notification', { permission: 'granted' });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: () => Promise.resolve(registration) },
  });
  const refused = () => Response.json({ status: 'failed', message: 'No', code: 'http.unauthenticated' });
  vi.stubGlobal('fetch', () => Promise.resolve(refused()));
  storeToken('a-token', false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  clearSession();
  queries.clear();
});

it.each([
  ['is left', signOut],
  ['was refused', endSession],
  ['had ended before the page was opened', refreshUser],
])('nothing stands on the device and nothing comes to it once the session %s', async (_, end: () => unknown) => {
  end();
  await vi.waitFor(() => expect([isJoined, shown]).toEqual([false, 0]), 20_000);
  expect(document.cookie).not.toContain(`${stored.token}=a-token`);
});

it('a device that was never joined is not checked', async () => {
  vi.stubGlobal('Notification', { permission: 'default' });
  await signOut();
  expect([isJoined, shown]).toEqual([true, 2]);
});
