import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { newPayer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('a recipient whose name was removed and saved again is compared again, and one that stayed is not', async () => {
  const { id: clientId } = (await newPayer(server)).session.user;
  const save = async () => {
    const id = newId();
    await server.db.run(sql`
      insert into payment_destination (id, client_id, method, label, account, fingerprint, holder, created_at)
      values (${id}, ${clientId}, 'sandbox', 'Theirs', '4242', ${newId()}, 'John Roe', ${server.clock.now()})`);
    return id;
  };
  const due = async () =>
    (await server.db.rows(sql`select from screening_due where client_id = ${clientId} and subject = 'John Roe'`))
      .length;
  const compared = () => server.db.run(sql`delete from screening_due where client_id = ${clientId}`);
  const first = await save();
  expect(await due()).toBe(1);
  await compared();
  const second = await save();
  expect(await due()).toBe(0);
  await server.db.run(sql`
    update payment_destination set removed_at = ${server.clock.now()} where id in (${first}, ${second})`);
  await save();
  expect(await due()).toBe(1);
});
