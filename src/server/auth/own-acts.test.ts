import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let carla: Session;
beforeAll(async () => {
  server = await startServer();
  carla = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

const entriesOf = ({ user }: Session) =>
  server.db.rows<{ action: string; actor_id: string; details: Record<string, string> }>(sql`
    select action, actor_id, details from audit_entry where client_id = ${user.id} order by created_at, id`);
const activityOf = async (as: Session) => (await server.call('POST /api/settings/activity', { as, body: {} })).body;

it('records each change of a password or second factor, by whom and from where, for the client', async () => {
  const ida = await server.register();
  await setUpTotp(server, ida);
  const entries = await entriesOf(ida);
  expect(entries[0]).toMatchObject({ action: 'auth.confirm_totp', actor_id: ida.user.id });
  expect(entries[0]?.details['from_address']).toMatch(/\d/);
  expect((await activityOf(ida)).map(({ action, times }) => [action, times])).toContainEqual(['auth.confirm_totp', 1]);
});

it('records a new password, changed and by email', async () => {
  const ida = await server.register();
  const password = 'quieter-harbour-43';
  const changed = await server.call('POST /api/settings/password', {
    as: ida,
    body: { current_password: ida.password, password, password_confirmation: password },
  });
  expect(changed.status).toBe(200);
  await server.call('POST /api/password/email', { body: { email: ida.user.email } });
  const token = (await emailsTo(server, ida.user.email))
    .flatMap(({ links }) => links)
    .findLast((link) => link.includes('/restore-code/'))
    ?.split('/')
    .at(-1);
  const body = { token: token ?? '', password: `${password}4`, password_confirmation: `${password}4` };
  expect((await server.call('POST /api/password/reset', { body })).status).toBe(200);
  expect((await entriesOf(ida)).map(({ action }) => action)).toEqual(['auth.change_password', 'auth.reset_password']);
});

it('records a client’s changes of personal data, with the old values', async () => {
  const ida = await server.register({ first_name: 'Ida', second_name: 'Berg' });
  const save = (more: object) =>
    server.call('POST /api/settings/profile', { as: ida, body: { first_name: 'Ida', second_name: 'Berg', ...more } });
  await save({ first_name: 'Rosa', phone: '+49301234567' });
  await save({ first_name: 'Rosa' });
  expect(await entriesOf(ida)).toEqual([
    {
      action: 'clients.save_profile',
      actor_id: ida.user.id,
      details: { first_name: 'Ida → Rosa', phone: ' → +49301234567' },
    },
  ]);
  expect((await activityOf(ida)).map(({ action }) => action)).toEqual(['clients.save_profile']);
  const { body } = await server.call('POST /api/staff/audit', { as: carla, body: { client_id: ida.user.id } });
  expect(body.entries[0]?.details).toContainEqual(
    expect.objectContaining({ name: 'first_name', old: 'Ida', value: 'Rosa' }),
  );
});
