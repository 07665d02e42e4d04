import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { asker, newPayer, openBank, reported } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What the rules about approvals go by, against the role that serves and writes past the program. */
const day = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
});
afterAll(() => server.close());

const serve = (statement: Sql) => server.app.db.run(statement);
const finance = () => server.register({ roles: ['client', 'finance'] });
const daysAhead = (days: number) => new Date(server.clock.now().getTime() + days * day);
const notPresent = { constraint: 'time_is_present' };

/** A deposit that one has credited, of two. */
async function creditedOnce(by: Session): Promise<string> {
  const payment_id = await reported(server, await newPayer(server), '12000');
  const { body } = await asker(server)('POST /api/staff/payments/credit', by, { payment_id, received: '12000' });
  expect(body.payment).toMatchObject({ approvals: 1, approvals_needed: 2 });
  return payment_id;
}

/** Opens a request to credit a deposit. */
const open = (id: string, by: Session, at = server.clock.now()) => sql`
  insert into approval_request (id, kind, key, client_id, action, was, value, author_id, created_at)
  select ${newId()}, 'payment', id, client_id, 'credit_deposit', approval_subject_status('payment', id::text, client_id, ${at}), '{}', ${by.user.id}, ${at}
  from payment where id = ${id}`;
const approve = (id: string, by: Session, at = server.clock.now()) => sql`
  update approval_request set state = 'approved', decided_by = ${by.user.id}, decided_at = ${at} where payment_id = ${id}`;

describe('where staff have signed in', () => {
  const moveTo = (whom: Session, network: string) =>
    serve(sql`update session set network = ${network} where person_id = ${whom.user.id}`);

  it.each(['sessions deleted', 'network changed'])('is known with their %s', async (how) => {
    const [author, approver] = [await finance(), await finance()];
    await moveTo(author, '192.0.2.44');
    await moveTo(approver, '192.0.2.44');
    const id = await creditedOnce(author);
    const both = [author.user.id, approver.user.id];
    await serve(sql`delete from known_device where person_id = any(${both}::uuid[])`);
    if (how === 'network changed') await moveTo(author, '192.0.2.45');
    else await serve(sql`delete from session where person_id = any(${both}::uuid[])`);
    await expect(serve(approve(id, approver))).rejects.toThrow('same_network');
  });

  it('is known by device', async () => {
    const [author, approver] = [await finance(), await finance()];
    const at = server.clock.now();
    for (const { user } of [author, approver])
      await serve(
        sql`insert into known_device (person_id, hash, created_at, seen_at) values (${user.id}, '\\x01', ${at}, ${at})`,
      );
    const id = await creditedOnce(author);
    await serve(sql`delete from known_device where hash = '\\x01'`);
    await expect(serve(approve(id, approver))).rejects.toThrow('same_network');
  });

  it('counts from the role on, also in an earlier session', async () => {
    const whom = await server.register();
    await serve(sql`delete from session where person_id = ${whom.user.id}`).catch(() => {});
    const author = await server.register();
    await moveTo(author, '192.0.2.46');
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${author.user.id}`);
    const { origins } = await server.db.one<{ origins: string[] }>(
      sql`select array_agg(origin) as origins from staff_origin where person_id = ${author.user.id}`,
    );
    expect(origins).toContain('network 192.0.2.46');
    expect(await server.db.rows(sql`select from staff_origin where person_id = ${whom.user.id}`)).toEqual([]);
  });
});

describe('that the set-up is over', () => {
  it('is known without a session', async () => {
    const { user } = await server.register();
    // In one transaction, so that it leaves the sessions of the others.
    const given = server.app.db.tx(async (tx) => {
      await tx.run(sql`delete from session`);
      await tx.run(sql`update person set roles = '{client,admin}' where id = ${user.id}`);
    });
    await expect(given).rejects.toMatchObject({ constraint: 'person_roles_are_approved' });
    await expect(serve(sql`delete from first_sign_in`)).rejects.toThrow('permission denied');
  });
});

describe('a time that is not that of the database', () => {
  it('approves nothing alone, out of reach of the sums', async () => {
    const by = await finance();
    const id = await reported(server, await newPayer(server), '100');
    for (const days of [8, -8]) await expect(serve(open(id, by, daysAhead(days)))).rejects.toMatchObject(notPresent);
    expect(await serve(open(id, by))).toBe(1);
    for (const days of [8, -8]) await expect(serve(approve(id, by, daysAhead(days)))).rejects.toMatchObject(notPresent);
    expect(await serve(approve(id, by))).toBe(1);
  });

  it('sets nothing and loosens no limit', async () => {
    // A setting that protects money needs a second person whatever its time, as long as there is one.
    const [admin, client] = [await server.register({ roles: ['client', 'admin'] }), await server.register()];
    await expect(
      serve(sql`
        insert into setting_version (id, key, number, was, value, by_id, reason, created_at)
        values (${newId()}, 'brand.color', 1, '"#000000"', '"#111111"', ${admin.user.id}, 'Alone.', ${daysAhead(400)})`),
    ).rejects.toMatchObject(notPresent);
    await expect(
      serve(sql`
        insert into client_override (client_id, kind, max_accounts, reason, set_by, set_at)
        values (${client.user.id}, 'trading_accounts', 1, 'Alone.', ${admin.user.id}, ${daysAhead(400)})`),
    ).rejects.toMatchObject(notPresent);
  });

  it('follows a demo that was moved ahead, which only a demo’s server may do', async () => {
    const by = await finance();
    const id = await reported(server, await newPayer(server), '100');
    await server.db.run(sql`update demo_clock set ahead_ms = ahead_ms + ${8 * day}`);
    await expect(serve(open(id, by))).rejects.toMatchObject(notPresent);
    expect(await serve(open(id, by, daysAhead(8)))).toBe(1);
    await expect(serve(approve(id, by))).rejects.toMatchObject(notPresent);
    expect(await serve(approve(id, by, daysAhead(8)))).toBe(1);
  });
});
