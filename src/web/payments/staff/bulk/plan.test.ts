import { describe, expect, it } from 'vitest';
import { between } from '#web/platform/lists/use-selection.ts';
import type { Item } from '../queue-queries.ts';
import { leftOut } from './plan.ts';
import { movedBy, totalsOf } from './totals.ts';

type Facts = Partial<Pick<Item['payment'], 'state' | 'held_back'>> & Partial<Pick<Item, 'actions'>>;

const item = ({ state = 'in_review', held_back = null, actions = [] }: Facts, clientId = 'client') =>
  ({ payment: { state, held_back }, client: { id: clientId }, actions }) as unknown as Item;

describe('what an act on several withdrawals leaves out', () => {
  it.each([
    ['approve', item({ actions: ['approve', 'reject'] }), null],
    ['approve', item({ actions: [] }, 'me'), 'own'],
    ['approve', item({ state: 'submitted', actions: ['assign'] }), 'unclaimed'],
    ['approve', item({ state: 'approved', actions: ['mark_sent'] }), 'state'],
    ['approve', item({ held_back: 'frozen', actions: ['reject'] }), 'blocked'],
    ['approve', item({ actions: ['assign', 'reject'] }), 'approved'],
    ['send_payout', item({ state: 'approved', actions: ['send_payout', 'mark_sent'] }), null],
    ['send_payout', item({ state: 'approved', actions: [] }, 'me'), 'own'],
    ['send_payout', item({ state: 'approved', held_back: 'frozen', actions: ['fail'] }), 'blocked'],
    ['send_payout', item({ state: 'approved', actions: ['mark_sent', 'fail'] }), 'unserved'],
    ['send_payout', item({ state: 'ordered' }), 'state'],
    ['assign', item({ state: 'submitted', actions: ['assign'] }), null],
    ['assign', item({ state: 'in_review', actions: ['assign', 'approve'] }), 'claimed'],
    ['assign', item({ state: 'cancelled' }), 'state'],
    ['assign', item({ state: 'submitted' }, 'me'), 'own'],
  ] as const)('%s, case %#', (action, of, reason) => {
    expect(leftOut(action, of, 'me')).toBe(reason);
  });
});

it('sums the amounts of each currency in its own units', () => {
  expect(
    totalsOf([
      { amount: '0.10', currency: 'USD' },
      { amount: '5', currency: 'JPY' },
      { amount: '0.20', currency: 'USD' },
    ]),
  ).toEqual([
    { amount: '0.30', currency: 'USD' },
    { amount: '5', currency: 'JPY' },
  ]);
});

it('sums what each act moves: a provider is ordered what is left after the fee', () => {
  const payment = { amount: '500.00', net: '490.00', currency: 'USD' };
  expect([movedBy('approve', payment).amount, movedBy('send_payout', payment).amount]).toEqual(['500.00', '490.00']);
});

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('chooses from %s to %s', (from, to, chosen) => {
  expect(between(['a', 'b', 'c', 'd'], from, to)).toEqual(chosen);
});
