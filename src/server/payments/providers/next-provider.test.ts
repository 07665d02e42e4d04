import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { connectionInUse, turn } from '#test/connections/connections.ts';
import { openAdyen, openCards, type AdyenCards, type Cards } from '#test/money/cards.ts';
import { asker, newPayer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
beforeAll(async () => {
  server = await startServer();
  await server.register();
  cards = await openCards(server, { order: 9 });
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

async function deposit() {
  const payer = await newPayer(server, 4);
  const body = { wallet_id: payer.wallet.walletId, method: 'card', amount: '100' };
  return (await asker(server)('POST /api/payments/deposit', payer.session, body)).body;
}
const connectionOf = async (id: string) =>
  (await server.db.one<{ id: string }>(sql`select connection_id as id from provider_payment where payment_id = ${id}`))
    .id;
const revoked = () =>
  connectionInUse(server, {
    adapter: 'stripe',
    value: { name: 'Revoked', order: 1, settings: { only_cards: true, stand_in: cards.stripe.url } },
    secrets: { api_key: 'sk_test_revoked000000', webhook_secret: 'whsec_x' },
  });

it('a deposit begins at the next provider when the key of the first one is refused, and fails when there is no other', async () => {
  const first = await revoked();
  const adyen: AdyenCards = await openAdyen(server, { order: 2 });
  const { payment, provider } = await deposit();
  expect(payment.state).toBe('awaiting_payment');
  expect(provider?.url).toContain(new URL(adyen.adyen.url).host);
  expect(await connectionOf(payment.id)).toBe(adyen.connectionId);
  for (let more = 0; more < 5; more++) expect((await deposit()).payment.state).toBe('awaiting_payment');
  expect(server.app.connections.isFailing(first.id)).toBe(true);
  for (const id of [adyen.connectionId, cards.connectionId]) await turn(server, id, 'off');
  server.clock.advance(60_000);
  const { payment: last } = await deposit();
  expect([last.state, await cards.findings(last.id)]).toEqual(['failed', ['not_started']]);
  await turn(server, first.id, 'off');
  await turn(server, cards.connectionId, 'on');
  await adyen.close();
});

it('a deposit whose page is at no encrypted address has failed, and is reported', async () => {
  const open = server.app.connections.openOne.bind(server.app.connections);
  const spy = vi.spyOn(server.app.connections, 'openOne').mockImplementation(async (port, id) => {
    const connection = await open(port, id);
    const start = async () => ({ kind: 'done', value: { id: 'x', redirect: 'http://example.com/pay' } });
    if (connection) Object.assign(connection.port, { start });
    return connection;
  });
  const { payment } = await deposit();
  spy.mockRestore();
  expect([payment.state, await cards.findings(payment.id)]).toEqual(['failed', ['not_started']]);
});

it('play money is taken only in a demo', async () => {
  const payer = await newPayer(server, 4);
  const offered = async () =>
    (await asker(server)('POST /api/payments/methods', payer.session, {})).body.deposit.map(({ method }) => method);
  expect(await offered()).toContain('card');
  Object.assign(server.app.config, { demo: false });
  try {
    expect(await offered()).not.toContain('card');
  } finally {
    Object.assign(server.app.config, { demo: true });
  }
});
