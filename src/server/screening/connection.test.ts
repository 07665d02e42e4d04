import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { openLists } from '#test/compliance/screening.ts';
import { controlName } from '#test/external-services/stand-ins.ts';
import { codeOf } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let lists: Awaited<ReturnType<typeof openLists>>['lists'];
let adam: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  ({ lists } = await openLists(server));
  adam = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(async () => {
  await server.close();
  await lists.close();
});

const given = (threshold_percent: string, order = 1) => ({
  name: 'Lists',
  fields: {
    address: lists.url,
    dataset: 'default',
    algorithm: 'logic-v2',
    threshold_percent,
    control_name: controlName,
  },
  in_own_network: true,
  countries: [],
  currencies: [],
  tiers: [],
  order,
  current_password: adam.password,
});
const shown = async (id: string) =>
  (await server.call('POST /api/staff/connections', { as: adam, body: {} })).body.connections.find(
    (each) => each.id === id,
  );
const use = async (connection_id: string) => {
  await server.call('POST /api/staff/connections/test', { as: adam, body: { connection_id } });
  return server.call('POST /api/staff/connections/use', {
    as: adam,
    body: { connection_id, overlap_hours: 0, reason: 'New lists', current_password: adam.password },
  });
};
async function approve(key: string, as: Session) {
  const { body } = await server.call('POST /api/staff/approvals', { as, body: {} });
  const found = body.approval_requests.find((each) => each.kind === 'connection' && each.key === key);
  return server.call('POST /api/staff/approvals/approve', {
    as,
    body: {
      approval_request_id: found?.id ?? crypto.randomUUID(),
      current_password: as.password,
      overrule: 'One network in tests.',
    },
  });
}

it('takes two people to put into use, change, turn off and remove, in the database too', async () => {
  const created = await server.call('POST /api/staff/connections/create', {
    as: adam,
    body: { adapter: 'yente', ...given('70') },
  });
  const id = created.body.connection_id;
  const which = { as: adam, body: { connection_id: id } };
  const asked = {
    as: adam,
    body: { connection_id: id, reason: 'Another server', current_password: adam.password },
  };

  expect((await use(id)).status).toBe(200);
  expect(await shown(id)).toMatchObject({ state: 'off', takes_two: true });
  expect(codeOf(await approve(id, adam))).toBe('approvals.own_request');
  expect((await approve(id, ines)).status).toBe(200);
  expect(await shown(id)).toMatchObject({ state: 'on', off_takes_two: true });

  const change = { connection_id: id, ...given('99', 2) };
  expect((await server.call('POST /api/staff/connections/edit', { as: adam, body: change })).status).toBe(200);
  expect((await use(id)).status).toBe(200);
  expect((await shown(id))?.value).toMatchObject({ order: 1, settings: { threshold_percent: 70 } });
  expect((await approve(id, ines)).status).toBe(200);
  expect((await shown(id))?.value).toMatchObject({ order: 2, settings: { threshold_percent: 99 } });

  expect(codeOf(await server.call('POST /api/staff/connections/switch-off', which))).toBe('connections.off_takes_two');
  const past = (set: ReturnType<typeof sql>) => server.app.db.run(sql`update connection set ${set} where id = ${id}`);
  await expect(past(sql`state = 'off'`)).rejects.toMatchObject({ constraint: 'connection_is_approved' });
  await expect(past(sql`value = value || '{"order": 1}'`)).rejects.toMatchObject({
    constraint: 'connection_is_approved',
  });
  expect((await server.call('POST /api/staff/connections/request-off', asked)).status).toBe(200);
  expect((await shown(id))?.state).toBe('on');
  expect((await approve(id, ines)).status).toBe(200);
  expect(await shown(id)).toMatchObject({ state: 'off', removal_takes_two: true });

  expect(codeOf(await server.call('POST /api/staff/connections/remove', which))).toBe('connections.removal_takes_two');
  await expect(past(sql`state = 'removed'`)).rejects.toMatchObject({ constraint: 'connection_is_approved' });
  expect((await server.call('POST /api/staff/connections/request-removal', asked)).status).toBe(200);
  expect((await approve(id, ines)).status).toBe(200);
  expect(await shown(id)).toBeUndefined();
});
