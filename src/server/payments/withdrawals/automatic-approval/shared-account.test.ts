import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { rulesOf, stop, switchOn } from '#test/money/automatic-approval.ts';
import { asker, confirmedDestination, newIban, newPayer, submitted } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let vera: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const on = () => switchOn(server, [ada, vera], rulesOf());
const item = async (id: string) =>
  (await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id })).body;

describe('a withdrawal to an account that another client uses', () => {
  it('is approved by no rule, and staff alone see whose account it is', async () => {
    await on();
    const account = newIban();
    const [first, second] = [await newPayer(server, 3, 10_000_000n), await newPayer(server, 3, 10_000_000n)];
    const own = await confirmedDestination(server, first, { account });
    // Who has not confirmed it only knows the number.
    await asker(server)('POST /api/payments/destinations/add', second.session, {
      method: 'bank_transfer',
      label: 'Unconfirmed',
      account,
    });
    const before = await submitted(server, first, own, '100');
    const { body } = await asker(server)('POST /api/payments/destinations', second.session, {});
    for (const { id } of body)
      await asker(server)('POST /api/payments/destinations/remove', second.session, { destination_id: id });
    const other = await confirmedDestination(server, second, { account });
    const after = [await submitted(server, first, own, '100'), await submitted(server, second, other, '100')];
    const seen = await Promise.all(
      [before, ...after].map(async (id) => {
        const { payment, checks } = await item(id);
        const about = checks.filter(({ name }) => name === 'shared' || name === 'rules').map(({ detail }) => detail);
        return [payment.state, ...about].join(' · ');
      }),
    );
    const name = (await item(before)).client.name;
    expect(seen).toEqual([
      expect.stringContaining('approved · Also used by '),
      `submitted · Also used by ${name} · No rule applies: another client uses the destination`,
      `submitted · Also used by ${name} · No rule applies: another client uses the destination`,
    ]);
  });

  it('is approved by no one with the database alone', async () => {
    await stop(server, ines);
    const account = newIban();
    const ids = await Promise.all(
      [0, 1].map(async () => {
        const payer = await newPayer(server, 3, 10_000_000n);
        return submitted(server, payer, await confirmedDestination(server, payer, { account }), '100');
      }),
    );
    for (const payment_id of ids) await asker(server)('POST /api/staff/payments/assign', ines, { payment_id });
    await on();
    for (const id of ids)
      await expect(
        server.app.db.run(sql`
        insert into automatic_approval (payment_id, client_id, version_id, rule, at)
        select p.id, p.client_id, (select id from setting_version where key = 'payments.automatic_approval' order by number desc limit 1),
          'Small', ${server.clock.now()}
        from payment p where p.id = ${id}`),
      ).rejects.toThrow(': shared');
  });
});
