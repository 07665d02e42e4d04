import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

it('is no PIN of another client after SQL gave it to them', async () => {
  const [own, other] = [await server.register(), await server.register()];
  const agent = await server.register({ roles: ['client', 'support'] });
  const { body: made } = await server.call('POST /api/settings/pin', { as: own, body: {} });
  await server.db.run(sql`update support_pin set client_id = ${other.user.id} where client_id = ${own.user.id}`);
  const checked = await server.call('POST /api/staff/clients/pin/check', {
    as: agent,
    body: { client_id: other.user.id, pin: made.pin },
  });
  expect(checked.refusal).toMatchObject({ errors: { pin: [{ code: 'clients.pin_wrong' }] } });
});
