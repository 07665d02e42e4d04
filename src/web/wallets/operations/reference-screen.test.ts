import { expect, it } from 'vitest';
import { screenOf } from './reference-screen.ts';

it.each([
  ['trading_account', '/trading-account/7', 'wallets.linked_account'],
  ['payment', '/payments/7', 'wallets.linked_request'],
  ['ipo_application', '/ipo/my-ipo/7', 'wallets.linked_application'],
  ['ipo_sale', '/ipo/history', 'wallets.linked_sale'],
])('leads from a movement to its %s', (type, to, text) => {
  expect(screenOf({ type, id: '7', label: 'N-7' })).toEqual({ to, text });
});

it('leads nowhere from what has no screen', () => {
  expect([screenOf(null), screenOf({ type: 'deal', id: '7', label: null })]).toEqual([undefined, undefined]);
});
