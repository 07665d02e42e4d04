import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { openTerminal } from '#test/trading/terminal.ts';

let server: TestServer;
// A Friday, two hours before currencies close for the weekend.
beforeAll(async () => void (server = await startServer({ at: new Date('2026-03-06T20:00:00Z') })));
afterAll(() => server.close());

it('needs more margin before the weekend and until the market opens again, not before an ordinary night', async () => {
  const terminal = await openTerminal(server, '20000.00');
  const order = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.10' };
  const crypto = { symbol: 'BTCUSD', side: 'buy', type: 'market', volume: '0.10' };
  await terminal.request('POST /api/paper/place', order);
  await terminal.request('POST /api/paper/place', crypto);
  const margins = async () => {
    const { account, positions } = await terminal.request('POST /api/paper/state');
    const of = (symbol: string) => Number(positions.find((each) => each.symbol === symbol)?.margin);
    expect(Number(account.margin)).toBeCloseTo(of('EURUSD') + of('BTCUSD'), 2);
    return [of('EURUSD'), of('BTCUSD')] as const;
  };
  const [usual, always] = await margins();
  const advance = (minutes: number) => server.clock.advance(minutes * 60_000);
  advance(59);
  expect(await margins()).toEqual([usual, always]);
  advance(1);
  expect(await margins()).toEqual([2 * usual, always]);
  const preview = await terminal.request('POST /api/paper/preview', order);
  expect(Number(preview.margin) / (2 * usual)).toBeCloseTo(1, 1);
  // Saturday, and Sunday before the market opens.
  advance(24 * 60);
  expect(await margins()).toEqual([2 * usual, always]);
  advance(24 * 60 + 61);
  expect(await margins()).toEqual([usual, always]);
});
