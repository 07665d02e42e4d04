import { afterEach, expect, it, vi } from 'vitest';
import { freshReadsCookie } from '#contract/kernel/constants.ts';
import { readCookie, removeCookie } from './session/browser-storage.ts';

type Action = (value?: unknown) => void;
type Witness = (name: string, value: unknown) => void;

/** As much of the library as a tab needs: what is bound is called by the test. */
const made = vi.hoisted(() => {
  const emitter = () => {
    const actions = new Map<string, Action>();
    let witness: Witness | undefined;
    return {
      bind: (name: string, action: Action) => void actions.set(name, action),
      bind_global: (action: Witness) => void (witness = action),
      unbind: () => {},
      emit: (name: string, value?: unknown) => {
        witness?.(name, value);
        actions.get(name)?.(value);
      },
    };
  };
  return { connection: emitter(), channel: emitter(), disconnect: vi.fn<() => void>() };
});
vi.mock('pusher-js', () => ({
  default: class {
    connection = made.connection;
    subscribe = () => made.channel;
    connect = () => {};
    disconnect = made.disconnect;
  },
}));
document.body.innerHTML = `<script id="config" type="application/json">${JSON.stringify({ freshForS: 6, realtime: { key: 'k', cluster: 'eu', hosted: null } })}</script>`;

const { connection, channel, disconnect } = made;
afterEach(() => {
  removeCookie(freshReadsCookie);
  vi.unstubAllGlobals();
});

function comeBack(afterCode: number): void {
  connection.emit('error', { type: 'PusherError', data: { code: afterCode } });
  for (const current of ['connecting', 'connected']) connection.emit('state_change', { current });
  channel.emit('pusher:subscription_succeeded');
}

it('catches up at once, and after its session was shown again only when the tab is visible', async () => {
  // The module may be there from another file of tests, with the library that this one replaces.
  vi.resetModules();
  const { listen } = await import('./realtime/realtime.ts');
  const joined = vi.fn<() => void>();
  listen('private-user.1', { events: {}, joined });
  await vi.waitFor(() => {
    connection.emit('state_change', { current: 'connected' });
    channel.emit('pusher:subscription_succeeded');
    expect(joined).toHaveBeenCalled();
  }, 20_000);
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  joined.mockClear();
  comeBack(4200);
  expect(joined).not.toHaveBeenCalled();
  comeBack(4100);
  expect(joined).toHaveBeenCalledTimes(1);
  isHidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(joined).toHaveBeenCalledTimes(2), 20_000);
  comeBack(4200);
  expect(joined).toHaveBeenCalledTimes(3);
});

it('closes the socket before the session ends, so that nothing is requested without it', async () => {
  vi.resetModules();
  const { listen, isConnected } = await import('./realtime/realtime.ts');
  const { signOut } = await import('./session/session.ts');
  listen('private-user.1', { events: {} });
  await vi.waitFor(() => {
    connection.emit('state_change', { current: 'connected' });
    expect(isConnected()).toBe(true);
  }, 20_000);
  disconnect.mockClear();
  const closedBefore: [string, boolean][] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    closedBefore.push([path, disconnect.mock.calls.length > 0]);
    return Response.json({});
  });
  await signOut();
  expect(closedBefore).toContainEqual(['/api/logout', true]);
  expect(closedBefore.map(([path]) => path)).not.toContain('/pusher/auth');
});

it('asks for reads that show what a notice is about, before a screen fetches because of it', async () => {
  vi.resetModules();
  const { listen } = await import('./realtime/realtime.ts');
  const seen: Record<string, boolean> = {};
  const note = (name: string) => () => void (seen[name] = readCookie(freshReadsCookie) === '1');
  const events = Object.fromEntries(['wallet.changed', 'quotes'].map((name) => [name, note(name)]));
  listen('private-user.1', { events, joined: note('joined') });
  await vi.waitFor(() => {
    for (const name of ['quotes', 'wallet.changed', 'pusher:subscription_succeeded']) {
      removeCookie(freshReadsCookie);
      channel.emit(name);
    }
    expect(seen).toEqual({ quotes: false, 'wallet.changed': true, joined: true });
  }, 20_000);
});
