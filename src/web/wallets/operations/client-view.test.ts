import { expect, it } from 'vitest';
import { clientView } from './client-view.ts';

const posting = (account: Parameters<typeof clientView>[0][number]['account'], currency: string, amount: string) => ({
  account,
  wallet_id: null,
  detail: null,
  currency,
  amount,
  balance_after: null,
});

const shown = (postings: Parameters<typeof clientView>[0]) =>
  clientView(postings).map(({ account, currency, amount, isOwn }) => [account, currency, amount, isOwn]);

it('shows a fee that the client paid as a cost, and what their wallet received as a gain', () => {
  expect(
    shown([
      posting('fx', 'EUR', '-3450.00'),
      posting('fees', 'EUR', '17.25'),
      posting('wallet_available', 'EUR', '3432.75'),
      posting('wallet_available', 'USD', '-4000.00'),
      posting('fx', 'USD', '4000.00'),
    ]),
  ).toEqual([
    ['wallet_available', 'EUR', '3432.75', true],
    ['wallet_available', 'USD', '-4000.00', true],
    ['fx', 'EUR', '3450.00', false],
    ['fees', 'EUR', '-17.25', false],
    ['fx', 'USD', '-4000.00', false],
  ]);
});

it('leaves a movement between accounts of the client as it is', () => {
  expect(shown([posting('wallet_available', 'USD', '-5.00'), posting('trading', 'USD', '5.00')])).toEqual([
    ['wallet_available', 'USD', '-5.00', true],
    ['trading', 'USD', '5.00', true],
  ]);
});
