import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { switchLanguage } from '#web/platform/i18n/i18n.tsx';
import type { Item } from '../queue-queries.ts';
import { ClientCard } from './ClientCard.tsx';
import { ItemFacts } from './ItemFacts.tsx';

// The texts of the module are not there: each is seen by its key.
beforeAll(() => switchLanguage('en'));
afterEach(cleanup);

const payment = { kind: 'withdrawal', currency: 'CHF', amount: '1000.00', fee: '10.00', net: '990.00', usd: '1100.00' };
const balances = [
  { currency: 'USD', available: '11.00', held: '0.00' },
  { currency: 'EUR', available: '22.00', held: '0.00' },
  { currency: 'CHF', available: '33.00', held: '0.00' },
];
const client = { name: 'Ida', email: 'ida@example.com', country: 'NO', level: 2, email_verified: false, recent: [] };
const item = (change: object = {}) =>
  ({
    payment: { ...payment, created_at: '2026-11-01T09:00:00Z', ...change },
    info: { payment, destination: { holder: 'Ida Berg', country: 'NO' }, proofs: [] },
    destination_account: '123456789',
    destination_details: [{ field: 'bic', value: 'DNBANOKK' }],
    approvals: [],
    maker: { name: 'Ida' },
    client: { ...client, balances, created_at: '2026-01-01T09:00:00Z' },
  }) as unknown as Item;

const isSeen = (text: string | RegExp) => screen.getByText(text).closest('[hidden]') === null;

describe('the facts of a payment', () => {
  it('are seen at once where they say what is to be paid, and to where', () => {
    render(<ItemFacts item={item()} />);
    for (const text of [/990/, 'payments.fee', 'DNBANOKK', 'Norway', 'Ida Berg']) expect(isSeen(text)).toBe(true);
    for (const text of ['payments.maker', 'payments.value']) expect(isSeen(text)).toBe(false);
  });

  it('say no fee where there is none', () => {
    render(<ItemFacts item={item({ fee: '0.00', net: '1000.00' })} />);
    expect(screen.queryByText('payments.fee')).toBeNull();
    expect(screen.queryByText('payments.net_withdrawal')).toBeNull();
  });
});

describe('the client of a payment', () => {
  it('is seen with the wallet of the payment and an email that is not confirmed, in whatever order they come', () => {
    render(<ClientCard item={item()} />);
    for (const text of [/33\.00/, 'ida@example.com', 'Norway']) expect(isSeen(text)).toBe(true);
    for (const text of [/11\.00/, /22\.00/]) expect(isSeen(text)).toBe(false);
  });
});
