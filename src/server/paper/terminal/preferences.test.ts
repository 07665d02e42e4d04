import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { openTerminal } from '#test/trading/terminal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('keeps preferences for a person, on every account, and leaves what is not given', async () => {
  const first = await openTerminal(server, '0.00');
  const second = await openTerminal(server, '0.00', first.owner);
  const other = await openTerminal(server, '0.00');
  const untouched = { starred: [], one_click: false, shortcuts: true, symbol: null };
  expect(await first.request('POST /api/paper/preferences')).toEqual(untouched);

  await first.request('POST /api/paper/preferences/save', { starred: ['EURUSD', 'spx'], symbol: 'SPX' });
  await second.request('POST /api/paper/preferences/save', { one_click: true });
  const stored = { starred: ['EURUSD', 'SPX'], one_click: true, shortcuts: true, symbol: 'SPX' };
  expect(await first.request('POST /api/paper/preferences')).toEqual(stored);
  expect(await other.request('POST /api/paper/preferences')).toEqual(untouched);

  const cleared = { starred: [], symbol: null, shortcuts: false };
  expect(await second.request('POST /api/paper/preferences/save', cleared)).toEqual({ ...cleared, one_click: true });
});

it('loses no preference when two terminals store at once', async () => {
  const terminal = await openTerminal(server, '0.00');
  await Promise.all([
    terminal.request('POST /api/paper/preferences/save', { starred: ['EURUSD'] }),
    terminal.request('POST /api/paper/preferences/save', { one_click: true }),
    terminal.request('POST /api/paper/preferences/save', { symbol: 'SPX' }),
  ]);
  expect(await terminal.request('POST /api/paper/preferences')).toMatchObject({
    starred: ['EURUSD'],
    one_click: true,
    symbol: 'SPX',
  });
});
