import { describe, expect, it } from 'vitest';
import { figuresOf, upTo } from './period.ts';

const candle = (at: string, open: string, high: string, low: string, close: string) => ({ at, open, high, low, close });
const update = (bid: string, at: string, is_open = true, is_stale = false) => ({ bid, at, is_open, is_stale });

const day = [
  candle('2026-03-05T21:50:00.000Z', '1.10000', '1.10100', '1.09900', '1.10050'),
  candle('2026-03-06T21:50:00.000Z', '1.10050', '1.10200', '1.10000', '1.10150'),
  candle('2026-03-06T21:55:00.000Z', '1.10150', '1.10180', '1.10100', '1.10120'),
];

describe('the candles of a period', () => {
  it('end with the last one that there is, however long ago the market closed', () => {
    const shown = upTo(update('1.10120', '2026-03-06T21:59:59.000Z', false), day, '1d');
    expect(shown.map(({ at }) => at)).toEqual(['2026-03-06T21:50:00.000Z', '2026-03-06T21:55:00.000Z']);
    expect(upTo(undefined, day, '1w')).toHaveLength(3);
  });

  it('take in a price within the last one, and begin the next with a later price', () => {
    expect(upTo(update('1.10190', '2026-03-06T21:58:00.000Z'), day, '1d').at(-1)).toEqual(
      candle('2026-03-06T21:55:00.000Z', '1.10150', '1.10190', '1.10100', '1.10190'),
    );
    expect(upTo(update('1.1', '2026-03-06T22:01:00.000Z'), day, '1d').at(-1)).toEqual(
      candle('2026-03-06T22:00:00.000Z', '1.1', '1.1', '1.1', '1.1'),
    );
  });

  it('leave out a price that is too old, or older than what is known', () => {
    expect(upTo(update('9', '2026-03-06T21:58:00.000Z', true, true), day, '1d').at(-1)).toEqual(day[2]);
    expect(upTo(update('9', '2026-03-06T21:51:00.000Z'), day, '1d').at(-1)).toEqual(day[2]);
  });

  it('are empty without candles', () => {
    expect(upTo(undefined, [], '1y')).toEqual([]);
    expect(figuresOf([])).toBeUndefined();
  });
});

describe('their figures', () => {
  it('is the furthest of all, and how far the last is from the first', () => {
    expect(figuresOf(day)).toEqual({ last: '1.10120', high: '1.10200', low: '1.09900', changePercent: '0.11' });
  });

  it('compares prices as numbers, not as words', () => {
    const grown = [candle('a', '9.5', '9.5', '9.5', '9.5'), candle('b', '10', '10.25', '10', '10.25')];
    expect(figuresOf(grown)).toEqual({ last: '10.25', high: '10.25', low: '9.5', changePercent: '7.89' });
  });

  it('rounds a fall as it rounds a rise, and has no sign for a change near zero', () => {
    expect(figuresOf([candle('a', '200', '200', '199', '199.99')])?.changePercent).toBe('-0.01');
    expect(figuresOf([candle('a', '200', '200', '199', '199.999')])?.changePercent).toBe('0.00');
  });
});
