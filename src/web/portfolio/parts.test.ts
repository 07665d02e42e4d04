import { expect, test } from 'vitest';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { partsOf } from './parts.ts';

const overview = (net_worth: string, wallets: string, held: string, trading_accounts: string) =>
  partsOf({ net_worth, wallets, held, trading_accounts, investments: '0.00', locked: '0.00' } as Overview);

test('the held part of wallets is shown apart, and the parts make up the whole', () => {
  expect(overview('1000.00', '600.00', '150.50', '400.00')).toEqual([
    { name: 'available', usd: '449.50', sharePercent: '45.0' },
    { name: 'held', usd: '150.50', sharePercent: '15.1' },
    { name: 'trading_accounts', usd: '400.00', sharePercent: '40.0' },
  ]);
});

test('a person who owns nothing has no shares', () => {
  expect(overview('0.00', '0.00', '0.00', '0.00').map(({ sharePercent }) => sharePercent)).toEqual([
    '0.0',
    '0.0',
    '0.0',
  ]);
});

test('investments show what can be sold and what is locked', () => {
  const money = { net_worth: '1000.00', wallets: '600.00', held: '0.00', trading_accounts: '0.00' };
  expect(partsOf({ ...money, investments: '400.00', locked: '100.00' } as Overview).slice(3)).toEqual([
    { name: 'investments_free', usd: '300.00', sharePercent: '30.0' },
    { name: 'investments_locked', usd: '100.00', sharePercent: '10.0' },
  ]);
});
