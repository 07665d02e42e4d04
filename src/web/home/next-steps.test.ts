import { expect, test } from 'vitest';
import type { Offering } from '#contract/ipo/records.ts';
import type { Payment } from '#contract/payments/endpoints.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { nextSteps, type Facts } from './next-steps.ts';

const wallet = (balance: string) => ({ balance }) as Wallet;
const account = (balance: string) => ({ balance }) as TradingAccount;
const ticket = (status: Ticket['status']) => ({ ticket_id: 't', subject: 'Fees', status }) as Ticket;

const payment = (state: Payment['state']) => ({ id: 'p', number: 'P-1', state }) as Payment;
const offering = (state: NonNullable<Offering['mine']>['state']) =>
  ({ issuer: 'Acme', confirm_until: '2026-12-05T12:00:00Z', mine: { application_id: 'a', state } }) as Offering;

type Verification = NonNullable<Facts['verification']>;
const right = { allowed: true, limit: null };
const levelOf = (level: number, open: string, deposit = right) =>
  ({ level, deposit, needs: [{ need: open, state: 'open' }] }) as Verification['levels'][number];
const kindOf = (status: string, more = {}) =>
  ({ kind: 'identity', status, open: true, input: null, ...more }) as unknown as Verification['kinds'][number];
function verified(changes: Partial<Verification>): Verification {
  return {
    level: 4,
    levels: [levelOf(3, 'identity'), levelOf(4, 'identity')],
    set_by_hand: false,
    kinds: [],
    ...changes,
  };
}
const level0 = { level: 0, levels: [levelOf(0, 'email', { ...right, allowed: false }), levelOf(1, 'email')] };

const settled: Facts = {
  user: { email: 'anna@example.com', email_verified: true, closes_at: null, may_deal: true },
  wallets: [wallet('10.00')],
  accounts: [account('0.00')],
  tickets: [ticket('open'), ticket('resolved')],
  payments: [payment('submitted')],
  offerings: [offering('submitted')],
  verification: verified({}),
};

test('nothing is left for a client who has done it all', () => {
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
  [
    'staff who may not deal',
    {
      user: { ...settled.user, may_deal: false },
      wallets: [wallet('0.00')],
      accounts: [],
      verification: verified({ level: 3 }),
    },
    [],
  ],
  ['a withdrawal without its code', { payments: [payment('awaiting_confirmation')] }, ['confirm_withdrawal']],
  ['a deposit that is not paid yet', { payments: [payment('awaiting_payment')] }, ['pay_deposit']],
  ['a price outside the range', { offerings: [offering('reconfirm_required')] }, ['reconfirm']],
  ['a rejected document', { verification: verified({ kinds: [kindOf('rejected')] }) }, ['send_document']],
  [
    'a document that is asked for',
    { verification: verified({ kinds: [kindOf('approved', { input: 'x' })] }) },
    ['send_document'],
  ],
  ['a document that lies with staff', { verification: verified({ kinds: [kindOf('pending', { open: false })] }) }, []],
  ['a level that takes more', { verification: verified({ level: 3 }) }, ['verify']],
  ['a level set by staff', { verification: verified({ level: 3, set_by_hand: true }) }, []],
  [
    'no money, and a level without deposits',
    { wallets: [], accounts: [account('0')], verification: verified(level0) },
    [],
  ],
  [
    'what could not be loaded',
    {
      wallets: undefined,
      accounts: undefined,
      tickets: undefined,
      payments: undefined,
      offerings: undefined,
      verification: undefined,
    },
    [],
  ],
])('%s', (_, facts, kinds) => {
  expect(nextSteps({ ...settled, ...facts }).map(({ kind }) => kind)).toEqual(kinds);
});
