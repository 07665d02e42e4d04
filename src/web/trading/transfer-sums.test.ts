import { describe, expect, test } from 'vitest';
import { afterTransfer, maxOf } from './transfer-sums.ts';

const wallet = { available: '500.00', currency: 'USD' };
const account = { native_balance: '120.00', credit: '0.00', free_margin: '100.50' };

describe('the most that can move', () => {
  test.each([
    ['what the wallet has available', { direction: 'in', wallet, account }, '500.00'],
    ['the free margin', { direction: 'out', wallet, account }, '100.50'],
    [
      'no gain that is still open',
      { direction: 'out', wallet, account: { ...account, free_margin: '300.00' } },
      '120.00',
    ],
    ['nothing that was laid out', { direction: 'out', wallet, account: { ...account, credit: '-40.00' } }, '80.00'],
    ['nothing where margin lacks', { direction: 'out', wallet, account: { ...account, free_margin: '-5.00' } }, '0.00'],
  ] as const)('is %s', (_, sides, max) => {
    expect(maxOf(sides)).toBe(max);
  });
});

describe('after a transfer', () => {
  test.each([
    ['to the account', '120.5', 'in', { wallet: '379.50', account: '240.50' }],
    ['to the wallet, all that is free', '100.50', 'out', { wallet: '600.50', account: '19.50' }],
    ['of more than is there', '500.01', 'in', null],
    ['of nothing', '0', 'in', null],
    ['while it is being typed', '12.', 'in', null],
    ['of too many digits', '1.005', 'in', null],
    ['of no number', '1e3', 'in', null],
  ] as const)('%s', (_, typed, direction, balances) => {
    expect(afterTransfer(typed, { direction, wallet, account })).toEqual(balances);
  });
});
