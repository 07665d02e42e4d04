import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromDecimal } from '#contract/kernel/money.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { transferMoney } from '#server/trading/transfer-money.ts';
import { startPriceSource } from '#test/external-services/price-source.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { breaches } from '#test/trading/terminal.ts';
import { clientWithWallet } from '#test/money/wallet.ts';
import { closeAll } from './close.ts';
import { readBooks } from './book.ts';
import { readConditions } from './conditions.ts';
import { figuresOf } from './positions/figures.ts';
import { placeOrder } from './place-order.ts';

/**
 * A client holds long and short on accounts of their own and the price jumps: whatever they do afterwards, and in any
 * order, they have no more than before and what the market gave their net position; the operator advances no more than
 * the net loss.
 */
let prices: Awaited<ReturnType<typeof startPriceSource>>;
let server: TestServer;
beforeAll(async () => {
  prices = await startPriceSource();
  server = await startServer({ env: prices.env });
});
afterAll(async () => {
  await server.close();
  await prices.close();
});

const accountsEach = 3;
const opening = fc.record({
  on: fc.nat(accountsEach - 1),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 100 }),
});
const later = fc.oneof(
  fc.record({ does: fc.constant('close' as const), on: fc.nat(accountsEach - 1) }),
  fc.record({
    does: fc.constant('take_out' as const),
    on: fc.nat(accountsEach - 1),
    dollars: fc.integer({ min: 1, max: 3000 }),
  }),
  fc.record({ does: fc.constant('tick' as const) }),
);
const game = fc.record({
  funds: fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: accountsEach, maxLength: accountsEach }),
  opening: fc.array(opening, { minLength: 1, maxLength: 6 }),
  /** In percent of the price. */
  gap: fc.integer({ min: -30, max: 30 }),
  later: fc.array(later, { maxLength: 8 }),
});

interface Player {
  clientId: string;
  walletId: string;
  numbers: string[];
}

const levelPrice = 50_000;
const spread = 10;
const sayPrice = (middle: number) => prices.send(server.app, 'BTCUSD', `${middle}.00`, `${middle + spread}.00`);
const trader = (number: string | undefined) => ({ account: BigInt(number ?? 0), mayTrade: true, owesConsent: false });
const unlessRefused = (action: Promise<unknown>) =>
  action.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

async function newPlayer(funds: readonly number[]): Promise<Player> {
  const { clientId, walletId } = await clientWithWallet(server.db, 1_000_000n);
  const numbers: string[] = [];
  for (const dollars of funds) {
    const { trading_account_id: number } = await openTradingAccount(
      server.app,
      { id: clientId },
      { currency_id: 'USD' },
    );
    numbers.push(number);
    if (dollars > 0) await move({ clientId, walletId, numbers }, numbers.length - 1, 'in', dollars);
  }
  return { clientId, walletId, numbers };
}

const move = ({ clientId, walletId, numbers }: Player, on: number, direction: 'in' | 'out', dollars: number) =>
  transferMoney(
    server.app,
    { id: clientId },
    {
      direction,
      walletId,
      accountNumber: numbers[on] ?? '',
      amountIn: (currency) => fromDecimal(String(dollars), currency),
      key: newId(),
    },
  );

const walletMoney = async ({ walletId }: Player) =>
  (
    await server.db.one<{ amount: bigint }>(sql`
      select b.amount from wallet w join ledger_balance b on b.account_id = w.available_id where w.id = ${walletId}`)
  ).amount;
const booksOf = ({ numbers }: Player) => readBooks(server.db, numbers.map(BigInt));
const sum = (amounts: bigint[]) => amounts.reduce((all, each) => all + each, 0n);

async function equityOf(player: Player): Promise<bigint> {
  const conditions = await readConditions(server.app, server.db);
  return sum((await booksOf(player)).map((book) => figuresOf(book, conditions).equityMinor));
}

async function play(player: Player, step: typeof later extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
  if (step.does === 'tick') await server.app.jobs.run('paper.tick');
  if (step.does === 'close') await closeAll(server.app, trader(player.numbers[step.on]), newId());
  if (step.does === 'take_out') await unlessRefused(move(player, step.on, 'out', step.dollars));
}

test('no gap makes a client with mirrored accounts richer', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(game, async ({ funds, opening, gap, later }) => {
      await sayPrice(levelPrice);
      const player = await newPlayer(funds);
      for (const { on, side, lots } of opening) {
        const order = { symbol: 'BTCUSD', side, type: 'market' as const, volume: (lots / 100).toFixed(2) };
        await unlessRefused(placeOrder(server.app, trader(player.numbers[on]), newId(), order));
      }
      const wallet = await walletMoney(player);
      // At the prices before the gap; an open position gains or loses this much after it.
      const before = await equityOf(player);
      const net = (await booksOf(player)).flatMap(({ positions }) => positions);
      const lots = net.reduce((all, { side, volume }) => all + Number(volume) * (side === 'buy' ? 1 : -1), 0);
      const commission = net.reduce((all, { volume }) => all + Number(volume) * 800, 0);
      const jump = (levelPrice * gap) / 100;
      await sayPrice(levelPrice + jump);
      for (const step of later) await play(player, step);
      for (const number of player.numbers) await closeAll(server.app, trader(number), newId());
      await server.app.jobs.run('paper.tick');
      const books = await booksOf(player);
      expect(books.map(({ advance, positions }) => [advance, positions.length])).toEqual(books.map(() => [0n, 0]));
      const after = (await walletMoney(player)) + sum(books.map(({ balance }) => balance));
      const marketMinor = BigInt(Math.round(lots * jump * 100));
      const covered = before + marketMinor;
      expect(after <= wallet + (covered > 0n ? covered : 0n)).toBe(true);
      // Nor does the protection take more than the loss: what is covered stays with the client, less the cost of closing.
      expect(after >= wallet + covered - BigInt(Math.ceil(commission)) - 10n).toBe(true);
    }),
    { numRuns: 30 },
  );
  expect(await breaches(server)).toEqual([]);
});
