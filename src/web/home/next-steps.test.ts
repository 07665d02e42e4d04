import { expect, test } from 'vitest';
import type { Ticket } from '#contract/support.ts';
import type { TradingAccount } from '#contract/trading.ts';
import type { Wallet } from '#contract/wallets.ts';
import { nextSteps, type Facts } from './next-steps.ts';

const wallet = (balance: string) => ({ balance }) as Wallet;
const account = (balance: string) => ({ balance }) as TradingAccount;
const ticket = (status: Ticket['status']) => ({ ticket_id: 't', subject: 'Fees', status }) as Ticket;

const settled: Facts = {
  user: { email: 'anna@example.com', email_verified: true, closes_at: null },
  wallets: [wallet('10.00')],
  accounts: [account('0.00')],
  tickets: [ticket('open'), ticket('resolved')],
};

test('nothing waits for somebody who has done it all', () => {
  expect(nextSteps(settled)).toEqual([]);
});

test.each<[string, Partial<Facts>, string[]]>([
  ['an unproven address', { user: { ...settled.user, email_verified: false } }, ['verify_email']],
  ['an answered ticket', { tickets: [ticket('answered'), ticket('open')] }, ['read_answer']],
  ['no trading account', { accounts: [] }, ['open_account']],
  ['nothing owned', { wallets: [wallet('0.00')] }, ['fund']],
  ['nothing owned and no account', { wallets: [], accounts: [] }, ['open_account', 'fund']],
  ['money on an account only', { wallets: [wallet('0.00')], accounts: [account('0.01')] }, []],
  [
    'an account that is to be closed',
    { user: { ...settled.user, closes_at: '2026-12-05T12:00:00Z' }, wallets: [], accounts: [] },
    ['closing'],
  ],
  ['what could not be loaded', { wallets: undefined, accounts: undefined, tickets: undefined }, []],
])('%s', (_, facts, kinds) => {
  expect(nextSteps({ ...settled, ...facts }).map(({ kind }) => kind)).toEqual(kinds);
});
