import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { asker, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let warehouse: Program;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  const admin = await server.register({ roles: ['client', 'admin'] });
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: ['payments:read'] });
  ida = await newPayer(server);
});
afterAll(() => server.close());

const announce = async () => {
  const input = { wallet_id: ida.wallet.walletId, method: 'bank_transfer', amount: '10' };
  return (await asker(server)('POST /api/payments/deposit', ida.session, input)).body.payment.id;
};
const cancel = (id: string) => asker(server)('POST /api/payments/cancel', ida.session, { payment_id: id });
const page = async (since: string, cursor?: string | null) => {
  const query = { client_id: ida.session.user.id, updated_since: since, limit: '2', ...(cursor && { cursor }) };
  const { body } = await server.call('GET /api/operator/v1/payments', { query, headers: { authorization: warehouse } });
  return body;
};

/** What a reader knows after it has followed the cursor; `between` runs after the first page. */
async function readFrom(since: string, between: () => Promise<void> = () => Promise.resolve()) {
  const states = new Map<string, string>();
  let read = await page(since);
  await between();
  for (;;) {
    for (const { id, state } of read.data) {
      expect(states.has(id)).toBe(false);
      states.set(id, state);
    }
    if (read.next_cursor === null) return states;
    read = await page(since, read.next_cursor);
  }
}

it('loses no payment that begins or changes while its list is read', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await announce());
  const [oldest = '', newest = ''] = [ids[0], ids.at(-1)];
  const longAgo = '2020-01-01T00:00:00Z';
  server.clock.advance(60_000);
  const began = server.clock.now().toISOString();
  let added = newId();
  const first = await readFrom(longAgo, async () => {
    server.clock.advance(1000);
    for (const id of [oldest, newest]) expect((await cancel(id)).status).toBe(200);
    added = await announce();
  });
  expect([...first.keys()].toSorted()).toEqual(ids.toSorted());
  expect([first.get(oldest), first.get(newest)]).toEqual(['cancelled', 'awaiting_payment']);
  const second = await readFrom(began);
  expect([...second.keys()].toSorted()).toEqual([oldest, newest, added].toSorted());
  expect([second.get(oldest), second.get(newest)]).toEqual(['cancelled', 'cancelled']);
});
