import { describe, expect, it } from 'vitest';
import { instruments } from '#server/market/instruments.ts';
import { isOpenAt } from '#server/market/sessions.ts';
import { moneySteps, type MoneyStep } from './people-money.ts';
import { bidAt, tradesOf, type DemoTrade } from './trades.ts';

type Trading = Extract<MoneyStep, { does: 'trade' }>;

const now = new Date('2026-11-21T04:00:00Z');
const step: Trading = {
  daysAgo: 60,
  does: 'trade',
  account: 'USD',
  symbol: 'BTCUSD',
  lots: '0.10',
  positions: 20,
  wins: 0.5,
};

const unitsPerLot: Record<Trading['symbol'], number> = { SPX: 1, NDX: 1, EURUSD: 100_000, BTCUSD: 1, ETHUSD: 1 };

/** The secret of a demo is its own, so its market may take any path. */
const seeds = Array.from({ length: 8 }, (_, n) => `a secret ${n}`);
const seed = 'a secret 0';

/** What a trade brought in USD, without costs. */
function gainOf(seed: string, { symbol, side, lots, openedAt, closedAt }: DemoTrade): number {
  const rise = Number(bidAt(seed, symbol, closedAt)) - Number(bidAt(seed, symbol, openedAt));
  return rise * Number(lots) * unitsPerLot[symbol] * (side === 'buy' ? 1 : -1);
}

/** The lowest balance during these trades, relative to the start, in USD. */
function lowestOf(seed: string, trades: DemoTrade[]): number {
  let [sum, lowest] = [0, 0];
  for (const trade of trades) {
    sum += gainOf(seed, trade);
    lowest = Math.min(lowest, sum);
  }
  return lowest;
}

describe('made-up trades', () => {
  const trades = tradesOf({ seed, name: 'ida' }, step, now);

  it('are the same for the same name in the same market, and differ for another', () => {
    expect(tradesOf({ seed, name: 'ida' }, step, now)).toEqual(trades);
    expect(tradesOf({ seed, name: 'karl' }, step, now)).not.toEqual(trades);
  });

  it('open and close in turn, one after another, while the market is open', () => {
    const times = trades.flatMap(({ openedAt, closedAt }) => [openedAt.getTime(), closedAt.getTime()]);
    expect(trades).toHaveLength(20);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(now.getTime());
    const indices = tradesOf({ seed, name: 'ida' }, { ...step, symbol: 'NDX' }, now);
    const open = indices.flatMap(({ openedAt, closedAt }) => [openedAt, closedAt]);
    expect(open.every((at) => isOpenAt(instruments.NDX.sessions, at))).toBe(true);
  });

  it('win and lose about as often as they should', () => {
    const won = trades.filter((trade) => gainOf(seed, trade) > 0).length;
    expect(won).toBeGreaterThan(4);
    expect(won).toBeLessThan(16);
  });
});

it.each(seeds)(
  "let no demo person lose a quarter of an account's funds, whenever the demo is seeded with %s",
  (seed) => {
    const weeks = Array.from({ length: 52 }, (_, week) => new Date(now.getTime() + week * 7.3 * 86_400_000));
    for (const [person, steps] of Object.entries(moneySteps)) {
      for (const trading of steps.filter((each) => each.does === 'trade')) {
        const funded = steps.find((each) => each.does === 'fund' && each.account === trading.account);
        const lowest = Math.min(
          ...weeks.map((week) =>
            lowestOf(seed, tradesOf({ seed, name: `${person}:${trading.account}` }, trading, week)),
          ),
        );
        expect(-lowest).toBeLessThan(Number(funded?.does === 'fund' ? funded.amount : 0) / 4);
      }
    }
  },
);
