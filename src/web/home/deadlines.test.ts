import { expect, test } from 'vitest';
import type { Offering } from '#contract/ipo.ts';
import { deadlinesOf } from './deadlines.ts';

const now = new Date('2026-03-02T12:00:00Z');

const offering = (issuer: string, state: Offering['state'], opens_at: string, closes_at: string) =>
  ({ issuer, state, opens_at, closes_at }) as Offering;

test('the nearest comes first: what is open closes, what is announced opens, and what is over is left out', () => {
  const offerings = [
    offering('Announced', 'announced', '2026-03-09T09:00:00Z', '2026-03-20T09:00:00Z'),
    offering('Open', 'open', '2026-03-01T09:00:00Z', '2026-03-05T09:00:00Z'),
    offering('Just over', 'open', '2026-02-20T09:00:00Z', '2026-03-02T11:59:00Z'),
    offering('Listed', 'listed', '2026-01-10T09:00:00Z', '2026-01-20T09:00:00Z'),
  ];
  expect(deadlinesOf(offerings, now).map(({ offering: { issuer }, kind, at }) => [issuer, kind, at])).toEqual([
    ['Open', 'closes', '2026-03-05T09:00:00Z'],
    ['Announced', 'opens', '2026-03-09T09:00:00Z'],
  ]);
});
