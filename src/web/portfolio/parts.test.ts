import { expect, test } from 'vitest';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { isNothingYet, partsOf, resultOfToday, resultSince } from './parts.ts';

const overview = (net_worth: string, wallets: string, held: string, trading_accounts: string) =>
  partsOf({ net_worth, wallets, held, trading_accounts, investments: '0.00', locked: '0.00' } as Overview);

test('the held part of wallets is shown apart, and the parts make up the whole', () => {
  expect(overview('1000.00', '600.00', '150.50', '400.00')).toEqual([
    { name: 'available', usd: '449.50', sharePercent: '44.95' },
    { name: 'held', usd: '150.50', sharePercent: '15.05' },
    { name: 'trading_accounts', usd: '400.00', sharePercent: '40.00' },
  ]);
});

test('a person who owns nothing has no shares', () => {
  expect(overview('0.00', '0.00', '0.00', '0.00').map(({ sharePercent }) => sharePercent)).toEqual([
    '0.00',
    '0.00',
    '0.00',
  ]);
});

test('investments show what can be sold and what is locked', () => {
  const money = { net_worth: '1000.00', wallets: '600.00', held: '0.00', trading_accounts: '0.00' };
  expect(partsOf({ ...money, investments: '400.00', locked: '100.00' } as Overview).slice(3)).toEqual([
    { name: 'investments_free', usd: '300.00', sharePercent: '30.00' },
    { name: 'investments_locked', usd: '100.00', sharePercent: '10.00' },
  ]);
});

test('what came in or went out is no result, of today or of the past', () => {
  const history = [
    { on: '2026-03-01', usd: '100.00', flow: '100.00' },
    { on: '2026-03-02', usd: '104.00', flow: '0.00' },
    { on: '2026-03-03', usd: '1053.00', flow: '950.00' },
  ];
  expect(resultOfToday({ net_worth: '1053.00', history })).toBe('-1.00');
  expect(resultSince({ net_worth: '1053.00', history })).toBe('3.00');
  expect(resultOfToday({ net_worth: '0.00', history: [] })).toBe('0.00');
});

const none = {
  net_worth: '0.00',
  wallets: '0.00',
  held: '0.00',
  trading_accounts: '0.00',
  investments: '0.00',
  locked: '0.00',
};
const day = (usd: string) => ({ on: '2026-03-01', usd, flow: '0.00' });

test.each([
  ['nothing on any day', { ...none, history: [day('0.00'), day('0.00')] }, true],
  ['nothing, but something before', { ...none, history: [day('0.01'), day('0.00')] }, false],
  ['something since today', { ...none, wallets: '5.00', history: [day('0.00')] }, false],
  ['something that is owed', { ...none, trading_accounts: '-5.00', history: [day('0.00')] }, false],
])('%s', (_, known, isNothing) => {
  expect(isNothingYet(known as Overview)).toBe(isNothing);
});
