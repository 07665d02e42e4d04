import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { asker, codeOf, iban, newPayer, paidByCard, submitted, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const pay = (payer: Payer) => paidByCard(server, payer, '100.00');
const offered = async ({ session }: Payer) =>
  (await asker(server)('POST /api/payments/methods', session, {})).body.paid_cards;
const add = ({ session }: Payer, deposit_id: string, key?: string) =>
  asker(server)('POST /api/payments/destinations/add-card', session, { deposit_id }, key);
const saved = async ({ session }: Payer) =>
  (await asker(server)('POST /api/payments/destinations', session, {})).body.map(({ account, state }) => [
    account,
    state,
  ]);

describe('a card that has paid in', () => {
  it('is offered for withdrawals, confirmed by email, and gets its money back, without its number', async () => {
    const payer = await newPayer(server);
    const id = await pay(payer);
    expect(await offered(payer)).toEqual([{ deposit_id: id, method: 'sandbox', account: '•••• 4242' }]);
    const { body } = await add(payer, id);
    expect(body).toMatchObject({ method: 'sandbox', account: '•••• 4242', holder: 'Ida Berg', state: 'unconfirmed' });
    const input = { wallet_id: payer.wallet.walletId, destination_id: body.id, amount: '60.00' };
    expect(codeOf(await asker(server)('POST /api/payments/withdraw', payer.session, input))).toBe(
      'payments.destination_unconfirmed',
    );
    const token = await emailedToken(server, payer.session.user.email);
    await asker(server)('POST /api/payments/destinations/confirm', payer.session, { token });
    await submitted(server, payer, body.id, '60.00');
    const { to_return } = (await asker(server)('POST /api/payments/methods', payer.session, {})).body;
    expect(to_return).toMatchObject([{ account: '•••• 4242', deposited: '100.00', returned: '60.00' }]);
    expect(await offered(payer)).toEqual([]);
  });

  it('is offered once, by its latest deposit, and saved once, for any number of concurrent calls', async () => {
    const payer = await newPayer(server);
    const first = await pay(payer);
    const second = await pay(payer);
    expect((await offered(payer)).map(({ deposit_id }) => deposit_id)).toEqual([second]);
    const responses = await Promise.all([first, second, first].map((id) => add(payer, id)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await saved(payer)).toEqual([['•••• 4242', 'unconfirmed']]);
    const emails = await emailsTo(server, payer.session.user.email);
    expect(emails.filter(({ subject }) => subject.startsWith('Confirm your new withdrawal destination'))).toHaveLength(
      1,
    );
  });

  it('is offered to no other client, and not while it is a destination', async () => {
    const payer = await newPayer(server);
    const id = await pay(payer);
    const other = await newPayer(server);
    expect(await offered(other)).toEqual([]);
    expect(codeOf(await add(other, id))).toBe('http.not_found');
    await server.db.run(sql`
      insert into payment_destination (id, client_id, method, label, account, fingerprint, holder, created_at)
      select gen_random_uuid(), client_id, method, 'Mine', source_label, source, 'Ida Berg', created_at from payment where id = ${id}`);
    expect(await offered(payer)).toEqual([]);
    await server.db.run(
      sql`update payment_destination set removed_at = now() where client_id = ${payer.session.user.id}`,
    );
    expect(await offered(payer)).toHaveLength(1);
  });

  it('takes its place among the destinations that a client may have', async () => {
    const payer = await newPayer(server);
    const id = await pay(payer);
    await server.db.run(sql`update payment_setting set destinations_per_client = 1`);
    const bank = { method: 'bank_transfer', account: iban, label: 'Home' };
    expect((await asker(server)('POST /api/payments/destinations/add', payer.session, bank)).status).toBe(200);
    expect(codeOf(await add(payer, id))).toBe('payments.destination_limit');
  });
});
