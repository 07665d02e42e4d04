import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { destinationEndpoints } from '#contract/payments/destinations.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { emailedToken } from '#test/mailbox.ts';
import { asker, card, iban, newPayer, paidByCard, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf(destinationEndpoints);

let server: TestServer;
let broker: TestServer;
beforeAll(async () => {
  server = await startServer();
  broker = await startServer({ env: { DEMO: '0' } });
});
afterAll(() => Promise.all([server.close(), broker.close()]));

const add = ({ session }: Payer, body: object, key?: string, at = server) =>
  asker(at)('POST /api/payments/destinations/add', session, { method: 'bank_transfer', label: 'Mine', ...body }, key);

/** Calls while a client may have so many destinations. */
async function withAtMost<T>(count: number, call: () => Promise<T>): Promise<T> {
  const most = (value: number) => server.db.run(sql`update payment_setting set destinations_per_client = ${value}`);
  const { before } = await server.db.one<{ before: number }>(
    sql`select destinations_per_client as before from payment_setting`,
  );
  await most(count);
  return call().finally(() => most(before));
}

meets('payments.add_destination', async () => {
  const [ida, brokers] = [await newPayer(server), await newPayer(broker)];
  const key = randomUUID();
  await add(ida, { account: iban }, key);
  const wrong = { scheme: 'gb_sort_code', country: 'DE', account: 'none' };
  return [
    () => add(ida, wrong, key),
    () => add(brokers, { method: 'sandbox', account: 'none' }, undefined, broker),
    () => add(ida, wrong),
    () => add(ida, { scheme: 'br_pix', country: 'BR', account: 'none' }),
    () => add(ida, { account: 'GB00NWBK60161331926819' }),
    () => add(ida, { ...wrong, country: 'GB', account: '31926819', details: { sort_code: 'none' } }),
    () => add(ida, { method: 'sandbox', account: '4242424242424241' }),
    () => add(ida, { method: 'crypto', account: 'none' }),
    () => withAtMost(1, () => add(ida, { account: iban })),
    () => withAtMost(1, () => add(ida, { account: 'DE89370400440532013000' })),
  ];
});

meets('payments.add_paid_card', async () => {
  const ida = await newPayer(server);
  const key = randomUUID();
  const deposit = await paidByCard(server, ida, '20');
  await add(ida, { account: iban }, key);
  const addCard = (deposit_id: string, under?: string) =>
    asker(server)('POST /api/payments/destinations/add-card', ida.session, { deposit_id }, under);
  return [
    () => addCard(none, key),
    () => withAtMost(1, () => addCard(none)),
    () => withAtMost(1, () => addCard(deposit)),
  ];
});

/** Of a new destination: its id, and the token of its link. */
async function added(payer: Payer, account: string) {
  const { body } = await add(payer, account === card ? { method: 'sandbox', account } : { account });
  return { id: body.id, token: await emailedToken(server, payer.session.user.email) };
}

const confirm = ({ session }: Payer, token: string) =>
  asker(server)('POST /api/payments/destinations/confirm', session, { token });

meets('payments.send_destination_link', async () => {
  const ida = await newPayer(server);
  const { id, token } = await added(ida, iban);
  await confirm(ida, token);
  const send = (destination_id: string) =>
    asker(server)('POST /api/payments/destinations/send-link', ida.session, { destination_id });
  return [() => send(none), () => send(id)];
});

meets('payments.confirm_destination', async () => {
  const ida = await newPayer(server);
  const [used, late] = [await added(ida, iban), await added(ida, card)];
  await confirm(ida, used.token);
  await server.db.run(
    sql`update payment_destination set token_expires_at = created_at where id in (${used.id}, ${late.id})`,
  );
  return [() => confirm(ida, 'x'.repeat(43)), () => confirm(ida, used.token), () => confirm(ida, late.token)];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
