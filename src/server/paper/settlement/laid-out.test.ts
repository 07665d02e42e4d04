import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromDecimal } from '#contract/kernel/money.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { fund, openTerminal, quoteOf, sumsOf, waitFor, type Terminal } from '#test/trading/terminal.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const btc = () => Number(quoteOf(server, 'BTCUSD').bid);
const minor = (decimal: string) => fromDecimal(decimal, 'USD');
const open = async (terminal: Terminal, side: string) =>
  (await terminal.request('POST /api/paper/place', { symbol: 'BTCUSD', side, type: 'market', volume: '0.50' })).order
    .ticket;
const account = async (terminal: Terminal) => (await terminal.request('POST /api/paper/state')).account;
const close = (terminal: Terminal, position: string) => terminal.request('POST /api/paper/close', { position });

/** One position bought and one sold, after the market has moved by more than the balance covers. */
async function hedged(): Promise<{ terminal: Terminal; loser: string; winner: string }> {
  const terminal = await openTerminal(server, '1000.00');
  const [bought, sold] = [await open(terminal, 'buy'), await open(terminal, 'sell')];
  const start = btc();
  waitFor(server, () => Math.abs(btc() - start) > 2_200);
  return btc() < start ? { terminal, loser: bought, winner: sold } : { terminal, loser: sold, winner: bought };
}

it('a loss beyond the balance is laid out while a gain is open, and paid back out of it', async () => {
  const { terminal, loser, winner } = await hedged();
  await close(terminal, loser);
  const between = await account(terminal);
  expect(between.balance).toBe('0.00');
  expect(minor(between.credit)).toBeLessThan(0n);
  expect(minor(between.equity)).toBe(minor(between.credit) + minor(between.unrealised));
  await close(terminal, winner);
  const after = await account(terminal);
  expect(after).toMatchObject({ credit: '0.00', equity: after.balance });
  const { deals } = await terminal.request('POST /api/paper/deals', { type: 'correction' });
  expect(deals.map(({ profit }) => minor(profit)).reduce((sum, each) => sum + each, 0n)).toBe(0n);
  const { totals } = await terminal.request('POST /api/paper/closed-positions');
  expect(minor(after.balance)).toBe(100_000n + minor(totals?.net ?? ''));
  const sums = await sumsOf(server, terminal);
  expect([sums.deals, sums.ledger]).toEqual([sums.balance, sums.balance]);
});

it('money that comes in pays back first, and an advance cannot be withdrawn', async () => {
  const { terminal, loser, winner } = await hedged();
  await close(terminal, loser);
  const owed = -minor((await account(terminal)).credit);
  await fund(server, terminal.owner, terminal.number, '2000.00');
  const { equity, margin } = await account(terminal);
  await server.app.jobs.run('paper.tick');
  const after = await account(terminal);
  expect(after).toMatchObject({ credit: '0.00', equity, margin });
  expect(minor(after.balance)).toBe(200_000n - owed);
  await close(terminal, winner);
});
