import { expect, test } from 'vitest';
import type { Offering } from '#contract/ipo/records.ts';
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

test('those of an own application are told from those of everybody', () => {
  const mine = (state: NonNullable<Offering['mine']>['state']) => ({ application_id: 'a', state, quantity: 10 });
  const closed = offering('To confirm', 'reconfirming', '2026-02-01T09:00:00Z', '2026-02-10T09:00:00Z');
  const offerings = [
    offering('Open', 'open', '2026-03-01T09:00:00Z', '2026-03-02T13:00:00Z'),
    { ...offering('Locked', 'listed', '2026-01-01T09:00:00Z', '2026-01-10T09:00:00Z'), mine: mine('in_lock_up') },
    { ...closed, mine: mine('reconfirm_required'), confirm_until: '2026-03-02T14:00:00Z' },
  ].map((one) => ({ ...one, lock_up_ends_at: '2026-06-01T09:00:00Z' }));
  expect(deadlinesOf(offerings, now).map(({ offering: { issuer }, kind, isOwn }) => [issuer, kind, isOwn])).toEqual([
    ['Open', 'closes', false],
    ['To confirm', 'confirms', true],
    ['Locked', 'unlocks', true],
  ]);
});
