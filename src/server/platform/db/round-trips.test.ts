import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Route } from '#contract/api.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { agreed, openOffering } from '#test/ipo/offerings.ts';
import { asker, confirmedDestination, newPayer, openBank, reported, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { walletOf } from '#test/money/wallet.ts';
import { openTerminal } from '#test/trading/terminal.ts';

let server: TestServer;
let payer: Payer;
beforeAll(async () => {
  // Sessions are known from the call before, as they are in service.
  server = await startServer({ env: { SESSION_CACHE_SECONDS: '60' } });
  await openBank(server);
  payer = await newPayer(server, 3, 100_000_000n);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

/** What goes to the database and back until a call has its answer; a group of statements counts once. */
async function roundTripsOf(call: () => Promise<{ status: number }>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const { status } = await call();
  const { length } = sent.mock.calls;
  sent.mockRestore();
  expect(status).toBe(200);
  return length;
}

/** Of the third call: the first ones open accounts and read what is kept. */
async function third(as: Session, route: Route, bodyOf: () => Promise<object> | object): Promise<number> {
  const call = async () => {
    const body = await bodyOf();
    return roundTripsOf(() => asker(server)(route, as, body));
  };
  await call();
  await call();
  return call();
}

it('a deposit is credited in 9 round trips', async () => {
  const finance = await server.register({ roles: ['client', 'finance'] });
  const credited = third(finance, 'POST /api/staff/payments/credit', async () => ({
    payment_id: await reported(server, payer, '50'),
    received: '50',
  }));
  expect(await credited).toBeLessThanOrEqual(9);
});

it('a withdrawal is requested in 8', async () => {
  const destination = await confirmedDestination(server, payer);
  const body = { wallet_id: payer.wallet.walletId, destination_id: destination, amount: '100.00' };
  expect(await third(payer.session, 'POST /api/payments/withdraw', () => body)).toBeLessThanOrEqual(8);
});

it('an application is made in 6, and cancelled in 6', async () => {
  const { user } = payer.session;
  await server.db.run(sql`
    insert into ipo_suitability (id, client_id, answers, suitable, at) values (${newId()}, ${user.id}, '{}', true, ${server.clock.now()})`);
  const stock = await openOffering(server, { quota: 1_000_000 });
  const trips = { apply: 0, cancel: 0 };
  for (let n = 0; n < 3; n += 1) {
    let id = '';
    trips.apply = await roundTripsOf(async () => {
      const response = await asker(server)('POST /api/ipo/buy', payer.session, agreed(stock, 10));
      ({ id } = response.body);
      return response;
    });
    trips.cancel = await roundTripsOf(() =>
      asker(server)('POST /api/ipo/cancel', payer.session, { application_id: id }),
    );
  }
  expect(trips.apply).toBeLessThanOrEqual(6);
  expect(trips.cancel).toBeLessThanOrEqual(6);
});

it('a market order is filled in 6, and its position closed in 7', async () => {
  const terminal = await openTerminal(server);
  const order = { symbol: 'BTCUSD', side: 'buy', type: 'market', volume: '0.01' };
  const call = (route: 'POST /api/paper/place' | 'POST /api/paper/close-all', body: object) =>
    roundTripsOf(() => terminal.call(route, body, { 'idempotency-key': newId() }));
  const trips = { place: 0, close: 0 };
  for (let n = 0; n < 3; n += 1) {
    trips.place = await call('POST /api/paper/place', order);
    trips.close = await call('POST /api/paper/close-all', {});
  }
  expect(trips.place).toBeLessThanOrEqual(6);
  expect(trips.close).toBeLessThanOrEqual(7);
});

it('a transfer into a trading account takes 4, and out of it 7', async () => {
  const { number, owner } = await openTerminal(server);
  const { walletId } = await walletOf(server.db, owner.user.id);
  const body = (direction: string) => ({ trading_account_id: number, wallet_id: walletId, direction, amount: '0.01' });
  expect(await third(owner, 'POST /api/trading-account/transfer', () => body('out'))).toBeLessThanOrEqual(7);
  expect(await third(owner, 'POST /api/trading-account/transfer', () => body('in'))).toBeLessThanOrEqual(4);
});

it('a conversion is quoted in 5, and made in 5', async () => {
  const euros = await asker(server)('POST /api/wallets/open', payer.session, { currency_id: 'EUR' });
  const amounts = { from_wallet_id: payer.wallet.walletId, to_wallet_id: euros.body.id, amount: '1' };
  const trips = { quote: 0, convert: 0 };
  for (let n = 0; n < 3; n += 1) {
    let id = '';
    trips.quote = await roundTripsOf(async () => {
      const response = await asker(server)('POST /api/wallets/quote', payer.session, amounts);
      ({ id } = response.body);
      return response;
    });
    trips.convert = await roundTripsOf(() =>
      asker(server)('POST /api/wallets/convert', payer.session, { quote_id: id, request_id: newId() }),
    );
  }
  expect(trips.quote).toBeLessThanOrEqual(5);
  expect(trips.convert).toBeLessThanOrEqual(5);
});
