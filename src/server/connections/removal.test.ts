import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import { openStandIn, standInAdapter, standInTerms } from '#test/connections/stand-in.ts';
import { codeOf, newPayer, openBank, reported } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let standIn: Awaited<ReturnType<typeof openStandIn>>;
let adam: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  standIn = await openStandIn('key-1');
  server.app.connections.add(standInAdapter, standInTerms);
  await openBank(server);
  adam = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(async () => {
  standIn.close();
  await server.close();
});

const inUse = async () =>
  (await connectionInUse(server, { value: { settings: { address: standIn.address, mode: 'test' } } })).id;
const act = (path: 'switch-off' | 'remove', id: string) =>
  server.call(`POST /api/staff/connections/${path}`, { as: adam, body: { connection_id: id } });
const off = (id: string) => act('switch-off', id);
const remove = (id: string) => act('remove', id);
const askRemoval = (id: string) =>
  server.call('POST /api/staff/connections/request-removal', {
    as: adam,
    body: { connection_id: id, reason: 'The contract has ended', current_password: adam.password },
  });
async function decide(id: string, as = ines) {
  const { body } = await server.call('POST /api/staff/approvals', { as, body: {} });
  const found = body.approval_requests.find((each) => each.kind === 'connection' && each.key === id);
  return server.call('POST /api/staff/approvals/approve', {
    as,
    body: {
      approval_request_id: found?.id ?? crypto.randomUUID(),
      current_password: as.password,
      overrule: 'One network in tests.',
    },
  });
}
const shown = async (id: string) =>
  (await server.call('POST /api/staff/connections', { as: ines, body: {} })).body.connections.find(
    (each) => each.id === id,
  );

/** A deposit that nothing but the provider can decide. */
async function depositAt(connectionId: string): Promise<string> {
  const paymentId = await reported(server, await newPayer(server), '100');
  await server.db.run(sql`
    insert into provider_payment (payment_id, client_id, connection_id, live, asked, started_at)
    select id, client_id, ${connectionId}, true, '{}', ${server.clock.now()} from payment where id = ${paymentId}`);
  return paymentId;
}

describe('the removal of a connection that has moved money', () => {
  const removedIn = async (id: string) =>
    (await server.db.one<{ state: string }>(sql`select state from connection where id = ${id}`)).state === 'removed';

  it('takes two people, and its secrets go with it', async () => {
    const id = await inUse();
    await off(id);
    expect(await shown(id)).toMatchObject({ removal_takes_two: true, undecided_payments: 0 });
    expect(codeOf(await remove(id))).toBe('connections.removal_takes_two');
    expect((await askRemoval(id)).status).toBe(200);
    expect(codeOf(await decide(id, adam))).not.toBe('');
    expect(await removedIn(id)).toBe(false);
    expect((await decide(id)).status).toBe(200);
    expect(await removedIn(id)).toBe(true);
    expect(await server.db.rows(sql`select from connection_secret where connection_id = ${id}`)).toEqual([]);
  });

  it('waits until its provider has decided every payment, also when one came after the request', async () => {
    const id = await inUse();
    const paymentId = await depositAt(id);
    await off(id);
    expect(await shown(id)).toMatchObject({ undecided_payments: 1 });
    const listed = await server.call('POST /api/staff/payments', { as: ines, body: { view: 'all', undecided_at: id } });
    expect(listed.body.payments.map((each) => each.id)).toEqual([paymentId]);
    const refused = await askRemoval(id);
    expect(refused.body).toMatchObject({ code: 'connections.in_use', params: { count: 1 } });
    const ended = (state: string) =>
      server.db.run(sql`
        update provider_payment set state = ${state}, provider_id = 'x', asked = null where payment_id = ${paymentId}`);
    await ended('ended');
    expect((await askRemoval(id)).status).toBe(200);
    await ended('open');
    expect(codeOf(await decide(id))).toBe('approvals.outdated');
    await ended('ended');
    expect((await decide(id)).status).toBe(200);
  });

  it('is refused by the database too, to one person and while a payment is undecided', async () => {
    const [alone, busy] = [await inUse(), await inUse()];
    await depositAt(busy);
    for (const id of [alone, busy]) await off(id);
    const end = (id: string) => server.app.db.run(sql`update connection set state = 'removed' where id = ${id}`);
    await expect(end(alone)).rejects.toMatchObject({ constraint: 'connection_is_approved' });
    await expect(depositAt(busy)).rejects.toMatchObject({ constraint: 'connection_takes_orders' });
  });
});
