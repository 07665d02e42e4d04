import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, card, codeOf, iban, newPayer, type Payer } from '#test/money/payments.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  ida = await newPayer(server);
});
afterAll(() => server.close());

const add = (payer: Payer, body: object, key?: string) =>
  asker(server)(
    'POST /api/payments/destinations/add',
    payer.session,
    { method: 'bank_transfer', label: 'Home', ...body },
    key,
  );
const confirm = (payer: Payer, token: string) =>
  asker(server)('POST /api/payments/destinations/confirm', payer.session, { token });

describe('a destination', () => {
  it('is saved in the client’s own name, masked, and confirmed by the emailed link alone', async () => {
    const payer = await newPayer(server);
    const { body } = await add(payer, { account: 'gb29 nwbk 6016 1331 9268 19', bank: 'Harbour Bank' });
    expect(body).toMatchObject({
      account: 'GB29 •••• 6819',
      holder: 'Ida Berg',
      bank: 'Harbour Bank',
      state: 'unconfirmed',
    });
    const [email] = await emailsTo(server, payer.session.user.email);
    expect(email?.subject).toBe('Confirm your new withdrawal destination');
    expect(email?.plain).toContain('“Home” (GB29 •••• 6819)');
    const token = await emailedToken(server, payer.session.user.email);
    expect(codeOf(await confirm(ida, token))).toBe('auth.token_unknown');
    expect((await confirm(payer, token)).body.state).toBe('confirmed');
    expect(codeOf(await confirm(payer, token))).toBe('auth.token_used');
    const { body: list } = await asker(server)('POST /api/payments/destinations', payer.session, {});
    expect(list.map(({ id, state }) => [id, state])).toEqual([[body.id, 'confirmed']]);
  });

  it('has a link that is valid for a day, and a newer one voids it', async () => {
    const payer = await newPayer(server);
    const { body } = await add(payer, { account: iban });
    const first = await emailedToken(server, payer.session.user.email);
    const again = () =>
      asker(server)('POST /api/payments/destinations/send-link', payer.session, { destination_id: body.id });
    await again();
    const second = await emailedToken(server, payer.session.user.email);
    expect(codeOf(await confirm(payer, first))).toBe('auth.token_unknown');
    server.clock.advance(24 * 3_600_000);
    expect(codeOf(await confirm(payer, second))).toBe('auth.token_expired');
    await again();
    const responses = await Promise.all(
      [1, 2, 3].map(async () => confirm(payer, await emailedToken(server, payer.session.user.email))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codeOf(await again())).toBe('payments.state');
  });

  it('is refused in the contract’s order', async () => {
    const payer = await newPayer(server);
    const key = randomUUID();
    await add(payer, { account: iban }, key);
    const codes = [
      await add(payer, { account: card, method: 'sandbox' }, key),
      await add(payer, { account: 'GB29NWBK60161331926818' }),
      await add(payer, { account: '4242424242424241', method: 'sandbox' }),
      await add(payer, { account: iban }),
    ].map(codeOf);
    expect(codes).toEqual([
      'http.idempotency_mismatch',
      'payments.iban',
      'payments.card',
      'payments.destination_known',
    ]);
    const broker = await startServer({ env: { DEMO: '0' } });
    const there = await newPayer(broker);
    const call = { method: 'sandbox', account: card, label: 'Card' };
    expect(codeOf(await asker(broker)('POST /api/payments/destinations/add', there.session, call))).toBe(
      'payments.method',
    );
    await broker.close();
  });

  it('is one of ten at most, also when many come at once', async () => {
    const payer = await newPayer(server);
    const cards = Array.from({ length: 30 }, (_, n) => withCheckDigit(`41111111111${String(n).padStart(4, '0')}`));
    const responses = await Promise.all(cards.map((account) => add(payer, { method: 'sandbox', account })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(codeOf(responses.find(({ status }) => status !== 200)!)).toBe('payments.destination_limit');
    const { rows } = await server.db.one<{ rows: string }>(sql`
      select string_agg(to_jsonb(d)::text, '') as rows from payment_destination d where client_id = ${payer.session.user.id}`);
    expect(cards.filter((each) => rows.includes(each))).toEqual([]);
  });

  it('can be removed and saved again, by its owner alone', async () => {
    const payer = await newPayer(server);
    const { body } = await add(payer, { account: iban });
    const send = { destination_id: body.id };
    expect((await asker(server)('POST /api/payments/destinations/send-link', ida.session, send)).status).toBe(404);
    const remove = (by: Payer) =>
      asker(server)('POST /api/payments/destinations/remove', by.session, { destination_id: body.id });
    expect((await remove(ida)).status).toBe(404);
    expect((await remove(payer)).status).toBe(200);
    expect((await remove(payer)).status).toBe(404);
    expect((await add(payer, { account: iban })).status).toBe(200);
  });
});

/** A card number of its own, with the check digit that makes it one. */
function withCheckDigit(body: string): string {
  const sum = Array.from(body, Number)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return body + String((10 - (sum % 10)) % 10);
}
