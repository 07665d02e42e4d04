import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

const open = (currency_id: string, as: Session = ida) =>
  server.call('POST /api/wallets/open', { as, body: { currency_id }, language: 'de' });
const offered = async () => (await server.call('POST /api/wallets/currencies', { as: ida })).body;

it('refuses a currency that is not offered, then one that the client has', async () => {
  const codes = [];
  for (const currency of ['', 'BTC', 'XXX', 'USD']) {
    codes.push((await open(currency)).refusal.errors?.['currency_id']?.[0]?.code);
  }
  expect(codes).toEqual(['validation.required', 'wallets.currency', 'wallets.currency', 'wallets.currency_taken']);
});

it('opens one, named in the requested language, and no longer offers that currency', async () => {
  expect(await offered()).toContain('EUR');
  const { body } = await open('eur');
  expect(body).toMatchObject({ name: 'EUR-Wallet', currency: 'EUR', native_balance: '0.00', balance: '0.00' });
  expect(await offered()).not.toContain('EUR');
  const { body: all } = await server.call('POST /api/wallets', { as: ida });
  expect(all.map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
});

it('opens one for many concurrent calls', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => open('GBP')));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const { body } = await server.call('POST /api/wallets', { as: ida });
  expect(body.filter(({ currency }) => currency === 'GBP')).toHaveLength(1);
});

it('lets another client open one in the same currency', async () => {
  expect((await open('GBP', await server.register())).status).toBe(200);
});
