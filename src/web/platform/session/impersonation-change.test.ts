import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stored } from '#contract/kernel/constants.ts';
import type { User } from '#contract/auth/endpoints.ts';

/** Each test begins with a page that was just loaded, and leaves none that still listens. */
async function loadPage() {
  vi.resetModules();
  const [own, session] = await Promise.all([import('./own-session.ts'), import('./session.ts')]);
  const listening = vi.spyOn(window, 'addEventListener');
  own.storeToken('mine', false);
  own.watchSession();
  session.watchLeaving();
  unload = () => listening.mock.calls.forEach(([name, listener]) => window.removeEventListener(name, listener));
  return { ...own, ...session };
}

const reload = vi.fn<() => void>();
const assign = vi.fn<(path: string) => void>();
const received: string[] = [];
let unload = () => {};
let other: BroadcastChannel;

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/en/home', reload, assign });
  other = new BroadcastChannel(stored.impersonationChanged);
  other.addEventListener('message', () => received.push('changed'));
});
afterEach(() => {
  unload();
  other.close();
  received.length = 0;
  vi.restoreAllMocks();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
const impersonation: User['impersonation'] = { id: 'one', reason: 'He asked.', seconds_left: 900 };

it('goes on as the person of the changed session, and notifies the other tabs', async () => {
  const { goOnAs, isWorking } = await loadPage();
  goOnAs('/en/home');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/en/home');
  expect(isWorking()).toBe(false);
  await vi.waitFor(() => expect(received).toEqual(['changed']), 20_000);
});

it('starts again when the browser brings back a page of another person', async () => {
  const { goOnAs } = await loadPage();
  show(true);
  expect(reload).not.toHaveBeenCalled();
  goOnAs('/en/home');
  show(false);
  expect(reload).not.toHaveBeenCalled();
  show(true);
  expect(reload).toHaveBeenCalledOnce();
});

it('starts again when another tab started or ended an impersonation, once it knows whom it shows', async () => {
  const { storeImpersonation, impersonationHasChanged } = await loadPage();
  impersonationHasChanged();
  expect(reload).not.toHaveBeenCalled();
  storeImpersonation(impersonation);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  other.postMessage(null);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 20_000);
});
