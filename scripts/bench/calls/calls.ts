import type { Browser } from '#test/browser.ts';

/** Who calls, and about which client. */
export interface Subject {
  browser: Browser;
  clientId: string;
  walletId: string;
  number: string;
}

/** A call that is measured; without a body it reads a file. */
export interface Call {
  name: string;
  path: (of: Subject) => string;
  body?: (of: Subject) => object;
}

const post = (name: string, path: string, body: (of: Subject) => object = () => ({})): Call => ({
  name,
  path: () => path,
  body,
});
const file = (name: string, path: (of: Subject) => string): Call => ({ name, path });

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const wallet = ({ walletId }: Subject) => ({ wallet_id: walletId });
const account = ({ number }: Subject) => ({ trading_account_id: number });

export const clientCalls: readonly Call[] = [
  post('home overview', '/api/portfolio/overview'),
  post('wallets', '/api/wallets'),
  post('wallet page', '/api/wallets-info', wallet),
  post('wallet: what makes up the balance', '/api/wallets/explain', wallet),
  post('operations: first page', '/api/wallets/operations', wallet),
  post('operations: one kind', '/api/wallets/operations', (of) => ({ ...wallet(of), kind: 'fee' })),
  post('operations: a month', '/api/wallets/operations', (of) => ({ ...wallet(of), from: day(400), to: day(370) })),
  post('operations: outgoing', '/api/wallets/operations', (of) => ({ ...wallet(of), direction: 'out' })),
  post('operations: by amount', '/api/wallets/operations', (of) => ({ ...wallet(of), min: '999', max: '1000' })),
  post('operations: search, frequent', '/api/wallets/operations', (of) => ({ ...wallet(of), search: 'statement' })),
  post('operations: search, none', '/api/wallets/operations', (of) => ({ ...wallet(of), search: 'zebra' })),
  file(
    'wallet statement of a day, CSV',
    ({ walletId }) => `/api/wallets/${walletId}/statement?from=${day(370)}&to=${day(370)}&format=csv`,
  ),
  post('performance, a month', '/api/portfolio/performance', () => ({ range: '1m' })),
  post('performance, all time', '/api/portfolio/performance', () => ({ range: 'all' })),
  file('portfolio statement of a year, CSV', () => `/api/portfolio/statement?from=${day(365)}&to=${day(1)}&format=csv`),
  post('trading accounts', '/api/trading-account'),
  post('equity, all time', '/api/trading-account/equity', (of) => ({ ...account(of), range: 'all' })),
  post('deals: first page', '/api/trading-account/history', account),
  post('deals of all accounts', '/api/trading-account/history'),
  post('deals: totals of a month', '/api/trading-account/history/totals', (of) => ({
    ...account(of),
    from: day(60),
    to: day(30),
  })),
  post('closed positions', '/api/trading-account/closed', account),
  post('orders', '/api/trading-account/orders', account),
  post('payments', '/api/payments'),
  post('notifications', '/api/notifications'),
  post('own shares', '/api/ipo/my-ipo'),
  post('calendar', '/api/ipo/calendar'),
];

const client = ({ clientId }: Subject) => ({ client_id: clientId });

export const staffCalls: readonly Call[] = [
  post('dashboard', '/api/staff/dashboard'),
  post('client card', '/api/staff/clients/card', client),
  post('clients', '/api/staff/clients'),
  post('clients by tier', '/api/staff/clients', () => ({ tier: 'vip' })),
  post('clients by part of an email address', '/api/staff/clients', () => ({ search: 'bench-1@' })),
  post('clients by phone', '/api/staff/clients', () => ({ search: '+4420 7946 0018' })),
  post('clients, none found', '/api/staff/clients', () => ({ search: 'Zebedee' })),
  post('client’s operations', '/api/staff/clients/operations', client),
  post('client’s transfers', '/api/staff/clients/transfers', client),
  post('audit log', '/api/staff/audit'),
  post('audit log: words', '/api/staff/audit', () => ({ search: 'case 7' })),
  post('audit log: words, none found', '/api/staff/audit', () => ({ search: 'zebra' })),
  post('audit log: name of a client', '/api/staff/audit', () => ({ client: 'bench-3@' })),
  post('inbox', '/api/staff/support/inbox', () => ({ view: 'all', sort: 'latest' })),
  post('inbox: words', '/api/staff/support/inbox', () => ({ view: 'all', sort: 'latest', search: 'case 7' })),
  post('inbox: words, none found', '/api/staff/support/inbox', () => ({
    view: 'all',
    sort: 'latest',
    search: 'zebra',
  })),
  post('offerings', '/api/staff/ipo', () => ({ view: 'all' })),
  post('calendar', '/api/ipo/calendar'),
  post('trial balance', '/api/staff/reconciliation/trial-balance'),
  post('trial balance at an instant', '/api/staff/reconciliation/trial-balance', () => ({
    until: `${day(100)}T10:00:00Z`,
  })),
  post('payment methods', '/api/staff/reconciliation/methods'),
];
