import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { setRoles } from '#test/compliance/approvals.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** Who answers for a webhook, and what becomes of it when they leave. */
let server: TestServer;
let ines: Session;
let adam: Session;
let vera: Session;
beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  const admin = (first_name: string) => server.register({ first_name, roles: ['client', 'admin'] });
  [ines, adam, vera] = [await admin('Ines'), await admin('Adam'), await admin('Vera')];
});
afterAll(() => server.close());

const made = async (by: Session, name: string) => {
  const body = { name, url: 'http://127.0.0.1:9/hook', events: ['client.registered'] as const };
  const { body: created } = await server.call('POST /api/staff/operator/webhooks/create', {
    as: by,
    body: { ...body, events: [...body.events], current_password: by.password },
  });
  return created.webhook.id;
};
const stateOf = async (id: string) => {
  const { body } = await server.call('POST /api/staff/operator/webhooks', { as: adam });
  return body.find((each) => each.id === id)?.state;
};
const switched = (as: Session, webhook_id: string, on: boolean) =>
  server.call('POST /api/staff/operator/webhooks/switch', { as, body: { webhook_id, on } });

it('a webhook stops when its administrator leaves, keeps its events, and goes on with who switches it on', async () => {
  const leaving = await server.register({ first_name: 'Carl', roles: ['client', 'admin'] });
  const [kept, left, off] = [await made(ines, 'Kept'), await made(leaving, 'Left'), await made(leaving, 'Off')];
  await switched(leaving, off, false);
  await setRoles(server, [adam, vera], leaving, ['support']);
  expect(await Promise.all([kept, left, off].map(stateOf))).toEqual(['active', 'disabled', 'off']);

  const { details } = await server.db.one<{ details: object }>(sql`
    select details from audit_entry where action = 'operator.switch_webhook' and client_id = ${leaving.user.id}`);
  expect(details).toEqual({ webhook: 'Left', state: 'off' });
  const notices = (await emailsTo(server, adam.user.email)).filter(({ subject }) => subject.includes('Left'));
  expect(notices).toHaveLength(1);
  expect(notices[0]?.plain).toContain(
    `${leaving.user.full_name}, who was responsible for it, lost administrator access`,
  );
  expect(notices[0]?.plain).toContain('You’ll be responsible for it');

  await server.register();
  const { waiting } = await server.db.one<{ waiting: number }>(sql`
    select count(*)::int as waiting from webhook_delivery where endpoint_id = ${left} and state = 'pending'`);
  expect(waiting).toBeGreaterThan(0);

  expect((await switched(adam, left, true)).status).toBe(200);
  expect(await stateOf(left)).toBe('active');
  const { holder } = await server.db.one<{ holder: string }>(
    sql`select created_by as holder from webhook_endpoint where id = ${left}`,
  );
  expect(holder).toBe(adam.user.id);
  await setRoles(server, [ines, vera], adam, ['support']);
  const { state } = await server.db.one<{ state: string }>(sql`select state from webhook_endpoint where id = ${left}`);
  expect(state).toBe('disabled');
});
