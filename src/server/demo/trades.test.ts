import { describe, expect, it } from 'vitest';
import { simulatedSource } from '#server/market/simulated-source.ts';
import { moneySteps, type MoneyStep } from './people-money.ts';
import { tradesOf, type DemoDeal } from './trades.ts';

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

/** The lowest that deals one after another bring an account to, in USD. */
function lowestOf(deals: DemoDeal[]): number {
  let [sum, lowest] = [0, 0];
  for (const { profitUsd, commissionUsd } of deals) {
    sum += Number(profitUsd) + Number(commissionUsd);
    lowest = Math.min(lowest, sum);
  }
  return lowest;
}

describe('made-up trades', () => {
  const deals = tradesOf('ida', step, now);

  it('are the same for the same name, and others for another', () => {
    expect(tradesOf('ida', step, now)).toEqual(deals);
    expect(tradesOf('karl', step, now)).not.toEqual(deals);
  });

  it('open and close in turn, one position after another, at the prices of the tape', () => {
    expect(deals.map(({ entry }) => entry)).toEqual(Array.from({ length: 20 }, () => ['in', 'out']).flat());
    expect(deals.map(({ at }) => at.getTime())).toEqual(deals.map(({ at }) => at.getTime()).toSorted((a, b) => a - b));
    expect(deals.at(-1)!.at.getTime()).toBeLessThan(now.getTime());
    for (const { at, symbol, price } of deals)
      expect(simulatedSource('').latest(symbol, at)?.bid).toBe(price);
  });

  it('win and lose what the prices say', () => {
    for (let place = 0; place < deals.length; place += 2) {
      const [opened, closed] = [deals[place]!, deals[place + 1]!];
      const gain = (Number(closed.price) - Number(opened.price)) * 0.1 * (opened.type === 'buy' ? 1 : -1);
      expect(Number(closed.profitUsd)).toBeCloseTo(gain, 6);
      expect(closed.type).toBe(opened.type === 'buy' ? 'sell' : 'buy');
    }
  });
});

it('nobody of the cast can lose a quarter of what an account got, whenever the demo is seeded', () => {
  const weeks = Array.from({ length: 52 }, (_, week) => new Date(now.getTime() + week * 7.3 * 86_400_000));
  for (const [person, steps] of Object.entries(moneySteps)) {
    for (const trading of steps.filter((each) => each.does === 'trade')) {
      const funded = steps.find((each) => each.does === 'fund' && each.account === trading.account);
      const lowest = Math.min(
        ...weeks.map((week) => lowestOf(tradesOf(`${person}:${trading.account}`, trading, week))),
      );
      expect(-lowest).toBeLessThan(Number(funded?.does === 'fund' ? funded.amount : 0) / 4);
    }
  }
});
