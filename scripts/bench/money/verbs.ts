import { headersOf } from '#test/browser.ts';
import type { Doing } from './caller.ts';
import { reportDeposits, type Client } from './people.ts';

type Calls = Doing['calls'];

/** What a client does again and again. */
export interface Verb {
  name: string;
  /** @param most rounds at most, of what has to be made ready for each */
  prepare: (client: Client, most: number) => Promise<Doing>;
}

const asClient = (name: string, calls: (client: Client) => Calls): Verb => ({
  name,
  prepare: async (client) => ({ headers: headersOf(client.browser), calls: calls(client) }),
});

const transfer = ({ wallet, number }: Client, direction: 'in' | 'out') => ({
  path: '/api/trading-account/transfer',
  body: { trading_account_id: number, wallet_id: wallet, direction, amount: '0.01', request_id: '$key' },
});

const application = (offering: string): Calls => [
  {
    path: '/api/ipo/buy',
    body: { stock_id: offering, quantity: 10, unrestricted: true, disclosure_version: 1, request_id: '$key' },
  },
  // A client has one application for an offering.
  { path: '/api/ipo/cancel', body: { application_id: '$id', request_id: '$key' } },
];

/** @param shared an offering that all apply for */
export const verbsWith = (shared: string): readonly Verb[] => [
  asClient('transfer into a trading account', (client) => [transfer(client, 'in')]),
  asClient('transfer out of it', (client) => [transfer(client, 'out')]),
  asClient('conversion, with its quote', ({ wallet, euros }) => [
    { path: '/api/wallets/quote', body: { from_wallet_id: wallet, to_wallet_id: euros, amount: '1.00' } },
    { path: '/api/wallets/convert', body: { quote_id: '$id', request_id: '$key' } },
  ]),
  {
    name: 'deposit credited by staff',
    prepare: async (client, most) => ({
      headers: client.staff,
      calls: [
        {
          path: '/api/staff/payments/credit',
          body: { payment_id: '$item', received: '10.00', request_id: '$key' },
        },
      ],
      items: await reportDeposits(client, most),
    }),
  },
  asClient('withdrawal request', ({ wallet, destination }) => [
    {
      path: '/api/payments/withdraw',
      body: { wallet_id: wallet, destination_id: destination, amount: '100.00', request_id: '$key' },
    },
  ]),
  asClient('application and its cancellation, each for another offering', ({ offering }) => application(offering)),
  asClient('application and its cancellation, all for one offering', () => application(shared)),
  {
    name: 'market order, and its closing',
    prepare: async ({ terminal }) => ({
      headers: terminal,
      calls: [
        {
          path: '/api/paper/place',
          body: { symbol: 'BTCUSD', side: 'buy', type: 'market', volume: '0.01', request_id: '$key' },
        },
        { path: '/api/paper/close-all', body: { request_id: '$key' } },
      ],
    }),
  },
];
