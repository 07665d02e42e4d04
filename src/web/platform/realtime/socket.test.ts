import type { Options } from 'pusher-js';
import { expect, it, vi } from 'vitest';

const made = vi.hoisted((): { key: string; options: Options }[] => []);

/** This test needs no sockets of a browser; it checks the options that the library gets. */
vi.mock('pusher-js', () => ({
  default: class {
    constructor(key: string, options: Options) {
      made.push({ key, options });
    }
    signin() {}
  },
}));

async function lineOf(hosted: object | null): Promise<Options | undefined> {
  vi.resetModules();
  document.body.innerHTML = `<script id="config" type="application/json">${JSON.stringify({ realtime: { key: 'k', cluster: 'eu', hosted } })}</script>`;
  const { openLine } = await import('./socket.ts');
  openLine();
  return made.at(-1)?.options;
}

it('forces a secure socket to a provider, and falls back on nothing but sockets', async () => {
  expect(await lineOf({ host: 'ws-eu.pusher.com', port: 443, secure: true })).toMatchObject({
    cluster: 'eu',
    wsHost: 'ws-eu.pusher.com',
    wssPort: 443,
    forceTLS: true,
    enabledTransports: ['ws', 'wss'],
  });
  expect(await lineOf(null)).toMatchObject({ wsHost: 'localhost', forceTLS: false, enabledTransports: ['ws', 'wss'] });
});
