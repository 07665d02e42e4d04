import { Big } from 'big.js';
import { instruments } from '#server/market/instruments.ts';
import { isOpenAt, lastOpenAt } from '#server/market/sessions.ts';
import { simulatedPrice, type PathName } from '#server/market/simulated-price.ts';
import type { MoneyStep } from './people-money.ts';

type Trading = Extract<MoneyStep, { does: 'trade' }>;

/** A position that a person opened and closed, each while its market was open. */
export interface DemoTrade {
  /** The currency of the account. */
  account: string;
  symbol: Trading['symbol'];
  side: 'buy' | 'sell';
  lots: string;
  openedAt: Date;
  closedAt: Date;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * The trades of one step, spread over the time from then until now. The same person makes the same choices in the same
 * market; a trade that would begin while its market is closed is left out.
 */
export function tradesOf({ seed, name }: PathName, step: Trading, now: Date): DemoTrade[] {
  const chance = chancesOf(`${name}:${step.symbol}`);
  const startMs = now.getTime() - step.daysAgo * dayMs;
  const slotMs = (step.daysAgo * dayMs) / step.positions;
  return Array.from({ length: step.positions }, (_, position) => {
    const openedMs = startMs + (position + 0.6 * chance()) * slotMs;
    const closedMs = openedMs + Math.min((2 + 30 * chance()) * hourMs, 0.35 * slotMs);
    const times = { openedAt: new Date(openedMs), plannedAt: new Date(closedMs) };
    return tradeOf(seed, step, times, chance() < step.wins);
  }).flat();
}

function tradeOf(
  seed: string,
  step: Trading,
  { openedAt, plannedAt }: { openedAt: Date; plannedAt: Date },
  wins: boolean,
): DemoTrade[] {
  const { account, symbol, lots } = step;
  const closedAt = whileOpen(symbol, plannedAt);
  if (!isOpenAt(instruments[symbol].sessions, openedAt) || closedAt <= openedAt) return [];
  const rise = new Big(bidAt(seed, symbol, closedAt)).minus(bidAt(seed, symbol, openedAt));
  const side = rise.gt(0) === wins ? 'buy' : 'sell';
  return [{ account, symbol, side, lots, openedAt, closedAt }];
}

/** The instant itself while the market is open, otherwise a minute before it closed. */
export function whileOpen(symbol: Trading['symbol'], at: Date): Date {
  const { sessions } = instruments[symbol];
  return isOpenAt(sessions, at) ? at : new Date(lastOpenAt(sessions, at).getTime() - minuteMs);
}

export function bidAt(seed: string, symbol: Trading['symbol'], at: Date): string {
  const course = instruments[symbol];
  return simulatedPrice({ seed, name: symbol }, course, at).toFixed(course.digits);
}

/** Pseudo-random numbers from 0 to 1, the same for the same name. */
function chancesOf(name: string): () => number {
  let state = 7;
  for (const character of name) state = (Math.imul(state, 31) + character.charCodeAt(0)) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
