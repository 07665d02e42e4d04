import { Big } from 'big.js';
import type { Deal } from '#contract/trading-records.ts';
import { instruments } from '#server/market/instruments.ts';
import { simulatedPrice } from '#server/market/simulated-price.ts';
import type { MoneyStep } from './people-money.ts';

type Trading = Extract<MoneyStep, { does: 'trade' }>;

/** One side of a position, at the market's price of its moment; results in USD. */
export interface DemoDeal {
  at: Date;
  /** The currency of the account. */
  account: string;
  symbol: Trading['symbol'];
  type: Deal['type'] & ('buy' | 'sell');
  entry: 'in' | 'out';
  lots: string;
  price: string;
  commissionUsd: Big;
  profitUsd: Big;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const unitsPerLot: Record<Trading['symbol'], number> = { SPX: 1, NDX: 1, EURUSD: 100_000, BTCUSD: 1, ETHUSD: 1 };
const commissionPerLotUsd: Record<Trading['symbol'], number> = {
  SPX: 0.5,
  NDX: 0.5,
  EURUSD: 3.5,
  BTCUSD: 8,
  ETHUSD: 1,
};

/**
 * The deals of one step, spread over the time from then until now. The same name gives the same choices; a position that
 * would begin while its market rests is left out.
 */
export function tradesOf(name: string, step: Trading, now: Date): DemoDeal[] {
  const chance = chancesOf(`${name}:${step.symbol}`);
  const startMs = now.getTime() - step.daysAgo * dayMs;
  const slotMs = (step.daysAgo * dayMs) / step.positions;
  return Array.from({ length: step.positions }, (_, place) => {
    const openedMs = startMs + (place + 0.6 * chance()) * slotMs;
    const closedMs = openedMs + Math.min((2 + 30 * chance()) * hourMs, 0.35 * slotMs);
    return positionOf(step, new Date(openedMs), new Date(closedMs), chance() < step.wins);
  }).flat();
}

function positionOf(step: Trading, openedAt: Date, closedAt: Date, wins: boolean): DemoDeal[] {
  const { account, symbol, lots } = step;
  const instrument = instruments[symbol];
  const [opened, closed] = [openedAt, closedAt].map((at) =>
    simulatedPrice(symbol, instrument, at).toFixed(instrument.digits),
  );
  if (opened === undefined || closed === undefined || opened === closed) return [];
  const gain = new Big(closed).minus(opened).times(lots).times(unitsPerLot[symbol]);
  const [side, otherSide] = gain.gt(0) === wins ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  const shared = { account, symbol, lots, commissionUsd: new Big(commissionPerLotUsd[symbol]).times(lots).neg() };
  return [
    { ...shared, at: openedAt, type: side, entry: 'in', price: opened, profitUsd: new Big(0) },
    {
      ...shared,
      at: closedAt,
      type: otherSide,
      entry: 'out',
      price: closed,
      profitUsd: wins ? gain.abs() : gain.abs().neg(),
    },
  ];
}

/** Numbers from 0 to 1 that look like chance and are the same for the same name. */
function chancesOf(name: string): () => number {
  let state = 7;
  for (const character of name) state = (Math.imul(state, 31) + character.charCodeAt(0)) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
