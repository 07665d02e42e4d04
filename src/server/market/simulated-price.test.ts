import { describe, expect, it } from 'vitest';
import { instruments } from './instruments.ts';
import { simulatedPrice, widestFactor } from './simulated-price.ts';
import { isOpenAt } from './sessions.ts';

const monday = Date.UTC(2026, 2, 2, 15);
const hour = 3_600_000;
const day = 24 * hour;
const symbols = Object.keys(instruments) as (keyof typeof instruments)[];
const price = (symbol: keyof typeof instruments, atMs: number) =>
  simulatedPrice({ seed: 'a secret', name: symbol }, instruments[symbol], new Date(atMs));

describe.each(symbols)('the path of %s', (symbol) => {
  const { level } = instruments[symbol];
  const years = Array.from({ length: 3000 }, (_, n) => price(symbol, monday + n * 11 * hour));

  it('is the same each time, and differs for another name or another secret', () => {
    expect(price(symbol, monday)).toBe(price(symbol, monday));
    for (const path of [
      { seed: 'a secret', name: 'other' },
      { seed: 'another', name: symbol },
    ])
      expect(simulatedPrice(path, instruments[symbol], new Date(monday))).not.toBe(price(symbol, monday));
  });

  it('stays within its bounds over years', () => {
    const widest = widestFactor(instruments[symbol]);
    expect(Math.max(...years)).toBeLessThan(level * widest);
    expect(Math.min(...years)).toBeGreaterThan(level / widest);
    expect(widest).toBeLessThan(4);
  });

  it('moves without jumps: a second changes it by less than a thousandth', () => {
    for (let second = 0; second < 3_000; second += 1) {
      const [now, next] = [price(symbol, monday + second * 1000), price(symbol, monday + (second + 1) * 1000)];
      expect(Math.abs(next / now - 1)).toBeLessThan(0.001);
    }
  });

  it('moves about as much in a day as its volatility says', () => {
    const moves = Array.from({ length: 400 }, (_, n) =>
      Math.log(price(symbol, monday + (n + 1) * 7 * day + day) / price(symbol, monday + (n + 1) * 7 * day)),
    );
    const daily = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    const expected = instruments[symbol].yearlyVolatility / Math.sqrt(365);
    expect(daily).toBeGreaterThan(expected / 2.5);
    expect(daily).toBeLessThan(expected * 2.5);
  });

  it('stands still while its market is closed', () => {
    const { sessions } = instruments[symbol];
    for (const at of [Date.UTC(2026, 2, 7, 1), Date.UTC(2026, 2, 3, 22, 10)]) {
      const rests = price(symbol, at) === price(symbol, at + 40 * 60_000);
      expect(rests).toBe(!isOpenAt(sessions, new Date(at)));
    }
  });
});
