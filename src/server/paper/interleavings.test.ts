import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromDecimal } from '#contract/kernel/money.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { breaches, quoteOf, sumsOf } from '#test/trading/terminal.ts';
import { clientWithWallet } from '#test/money/wallet.ts';
import { cancelOrder } from './orders/cancel.ts';
import { changeBalance } from './settlement/change-balance.ts';
import { close, closeAll } from './close.ts';
import { modifyPosition } from './orders/modify.ts';
import { placeOrder } from './place-order.ts';
import { readState } from './read-state.ts';
import { post } from '#server/ledger/post.ts';
import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';

/**
 * After any actions of a trader, the market and the cashier, in any order and concurrently: the platform's balance is
 * the sum of its deals and the balance of the ledger, equity is explained, and nothing is ever below zero.
 */
let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const placing = fc.record({
  does: fc.constant('place' as const),
  symbol: fc.constantFrom('EURUSD', 'BTCUSD', 'USDJPY'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom('market' as const, 'market' as const, 'limit' as const, 'stop' as const),
  volume: fc.constantFrom('0.01', '0.10', '1.00', '2.00'),
  away: fc.integer({ min: 1, max: 12 }),
});
const action = fc.oneof(
  { weight: 5, arbitrary: placing },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('close' as const), pick: fc.nat(9), part: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('stops' as const),
      pick: fc.nat(9),
      away: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('close_all' as const, 'cancel' as const), pick: fc.nat(9) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('deposit' as const, 'withdraw' as const),
      amount: fc.bigInt(1n, 300_000n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 900 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('tick' as const) }) },
);
type Step = (typeof action extends fc.Arbitrary<infer S> ? S : never) & object;

interface Player {
  account: bigint;
  clientId: string;
  number: string;
}

async function newPlayer(): Promise<Player> {
  const { clientId } = await clientWithWallet(server.db);
  const { trading_account_id: number } = await openTradingAccount(server.app, { id: clientId }, { currency_id: 'USD' });
  return { account: BigInt(number), clientId, number };
}

/** Books on the platform and in the ledger together, as a transfer does. */
async function cashier({ account, clientId, number }: Player, amountMinor: bigint): Promise<void> {
  const at = server.clock.now();
  await server.db.tx(async (tx) => {
    const externalId = newId();
    const result = await changeBalance(server.app, tx, { account, amountMinor, externalId, at });
    if (result !== 'done') return;
    const external = houseAccount('psp_in', 'USD', 'test');
    await openAccounts(tx, at, [external]);
    await post(tx, { scope: 'test', key: externalId, kind: 'transfer_to_trading', at }, [
      { account: tradingCode(clientId, number), amountMinor },
      { account: external.code, amountMinor: -amountMinor },
    ]);
  });
}

const trader = ({ account }: Player) => ({
  account,
  mayTrade: true,
  owesConsent: false,
  holder: 'Ida Berg',
  sessionId: newId(),
  clientId: newId(),
});

/** A price this many thousandths away from the market's, with the digits it has. */
function priceAway(symbol: string, thousandths: number): string {
  const { bid, digits } = quoteOf(server, symbol);
  return ((Number(bid) * (1000 + thousandths)) / 1000).toFixed(digits);
}

async function play(player: Player, step: Step): Promise<unknown> {
  const { app } = server;
  const { positions, orders } = await readState(app, trader(player));
  const position = 'pick' in step ? positions[step.pick % (positions.length || 1)] : undefined;
  switch (step.does) {
    case 'place': {
      const { symbol, side, type, volume, away } = step;
      const below = (type === 'limit') === (side === 'buy');
      const price = priceAway(symbol, below ? -away : away);
      return placeOrder(app, trader(player), newId(), { symbol, side, type, volume, price });
    }
    case 'close': {
      if (!position) return;
      const volume = step.part ? '0.01' : undefined;
      return close(app, trader(player), newId(), { position: position.ticket, volume });
    }
    case 'stops': {
      if (!position) return;
      const sign = position.side === 'buy' ? 1 : -1;
      const [sl, tp] = [-step.away, step.away].map((away) => priceAway(position.symbol, sign * away));
      return modifyPosition(app, trader(player), { position: position.ticket, sl, tp });
    }
    case 'close_all':
      return closeAll(app, trader(player), newId());
    case 'cancel':
      return orders[0] && cancelOrder(app, trader(player), BigInt(orders[0].ticket));
    case 'deposit':
      return cashier(player, step.amount);
    case 'withdraw':
      return cashier(player, -step.amount);
    case 'wait':
      return server.clock.advance(step.minutes * 60_000);
    case 'tick':
      return app.jobs.run('paper.tick');
  }
}

const refusalsAside = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error;
};

async function expectBooksToAgree(player: Player): Promise<void> {
  const owner = { user: { id: player.clientId } } as never;
  const { balance, deals, ledger } = await sumsOf(server, { owner, number: player.number });
  expect([deals, ledger]).toEqual([balance, balance]);
  expect(balance >= 0n).toBe(true);
  const { account, positions } = await readState(server.app, trader(player));
  const minor = (decimal: string) => fromDecimal(decimal, 'USD');
  const sum = (amounts: string[]) => amounts.reduce((all, amount) => all + minor(amount), 0n);
  const unrealised = sum(positions.flatMap(({ profit, swap }) => [profit, swap]));
  expect(minor(account.equity)).toBe(minor(account.balance) + minor(account.credit) + unrealised);
  expect(minor(account.free_margin)).toBe(minor(account.equity) - sum(positions.map(({ margin }) => margin)));
  const isFlat = positions.length === 0;
  expect(isFlat && (account.credit !== '0.00' || account.equity !== account.balance)).toBe(false);
  const { wrong } = await server.db.one<{ wrong: number }>(sql`
    select count(*)::int as wrong from paper_position p
    where p.account = ${player.account} and p.volume <>
      (select sum(case entry when 'in' then volume else -volume end) from paper_deal d where d.position = p.ticket)`);
  expect(wrong).toBe(0);
}

test('whatever is done, and at once, the books agree', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 14 }),
      async (rounds) => {
        const player = await newPlayer();
        await cashier(player, 500_000n);
        for (const steps of rounds) {
          await Promise.all(steps.map((step) => play(player, step).catch(refusalsAside)));
          await server.app.jobs.run('paper.tick');
          await expectBooksToAgree(player);
        }
        await closeAll(server.app, trader(player), newId());
      },
    ),
    { numRuns: 25 },
  );
  expect(await breaches(server)).toEqual([]);
});
