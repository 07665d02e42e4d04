import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorApiEndpoints } from '#contract/operator/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailsTo } from '#test/mailbox.ts';
import { keyFor } from '#test/compliance/programs.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let site: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  site = await keyFor(server, admin, { name: 'Our site', scopes: ['sign_in_links:write'] });
});
afterAll(() => server.close());

const request = (id: string, { intent = newId(), by = site }: { intent?: string; by?: string } = {}) =>
  server.call('POST /api/operator/v1/clients/:id/sign-in-link', {
    params: { id },
    body: {},
    headers: { authorization: by, 'idempotency-key': intent },
  });
const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1);
const open = (link: string) =>
  server.call('GET /api/autologin/:token', { params: { token: tokenIn(link) }, as: server.browser() });
const emailsAbout = async ({ user }: Session) =>
  (await emailsTo(server, user.email)).filter(({ subject }) => subject.includes('sign-in link'));

const refusals = refusalsOf({
  'operator_api.issue_sign_in_link': operatorApiEndpoints['operator_api.issue_sign_in_link'],
});
refusals.meets('operator_api.issue_sign_in_link', async () => {
  const [ida, frozen] = [await server.register(), await server.register()];
  const colleague = await server.register({ roles: ['client', 'support'] });
  await server.db.run(sql`update person set frozen_at = now() where id = ${frozen.user.id}`);
  const intent = newId();
  await request(ida.user.id, { intent });
  return [
    () => request(newId(), { intent }),
    () => request(frozen.user.id, { intent }),
    () => request(colleague.user.id),
    () => request(frozen.user.id),
  ];
});

it('signs a client in once, in their language, notifies them, and is in the audit log with the key', async () => {
  const ida = await server.register({ language: 'de' });
  const { status, body } = await request(ida.user.id);
  expect(status).toBe(200);
  expect(body.link).toMatch(/^http:\/\/atrium\.test\/de\/autologin\/[\w-]{43}$/);
  expect(await open(body.link)).toMatchObject({ status: 200, body: { user: { id: ida.user.id } } });
  expect((await open(body.link)).refusal.code).toBe('auth.token_used');
  const actions = await server.db.rows(sql`
    select action, actor_id as by, details from audit_entry where client_id = ${ida.user.id} and action like 'auth.%' order by id`);
  const text = { by: admin.user.id, details: { key: 'Our site' } };
  expect(actions).toEqual([
    { action: 'auth.autologin_issued', ...text },
    { action: 'auth.autologin_used', ...text },
  ]);
  const { body: sessions } = await server.call('POST /api/settings/sessions', { as: ida });
  expect(sessions.filter((session) => session.issued_by_staff)).toHaveLength(1);
  expect((await emailsTo(server, ida.user.email))[0]?.plain).toContain(
    'unsere Website oder ein anderes unserer Systeme',
  );
});

it('asks for the second factor of a client who has one', async () => {
  const ida = await server.register();
  await setUpTotp(server, ida);
  expect((await open((await request(ida.user.id)).body.link)).body).toHaveProperty('challenge');
});

it('returns the same link for the same key, also concurrently, and notifies the client once', async () => {
  const ida = await server.register();
  const intent = newId();
  const responses = await Promise.all(Array.from({ length: 10 }, () => request(ida.user.id, { intent })));
  expect(new Set(responses.map(({ body }) => body.link)).size).toBe(1);
  expect((await request(ida.user.id, { intent })).body).toEqual(responses[0]?.body);
  expect(await emailsAbout(ida)).toHaveLength(1);
  const other = await request(ida.user.id, {
    intent,
    by: await keyFor(server, admin, { name: 'Another', scopes: ['sign_in_links:write'] }),
  });
  expect(other.body.link).not.toBe(responses[0]?.body.link);
});

it('returns the same link while APP_SECRET is replaced', async () => {
  const [ida, intent] = [await server.register(), newId()];
  const first = await request(ida.user.id, { intent });
  const { config } = server.app;
  const former = config.appSecret;
  Object.assign(config, { appSecret: 'another secret of the same installation', formerSecret: former });
  const again = await request(ida.user.id, { intent }).finally(() =>
    Object.assign(config, { appSecret: former, formerSecret: undefined }),
  );
  expect(again.body).toEqual(first.body);
  expect((await open(again.body.link)).status).toBe(200);
});

it('ends with its key', async () => {
  const ida = await server.register();
  const by = await keyFor(server, admin, { name: 'Former site', scopes: ['sign_in_links:write'] });
  const { link } = (await request(ida.user.id, { by })).body;
  const { id } = await server.db.one<{ id: string }>(sql`select id from operator_key where name = 'Former site'`);
  await server.call('POST /api/staff/operator/keys/revoke', { as: admin, body: { key_id: id } });
  expect((await open(link)).refusal.code).toBe('auth.token_unknown');
});

it('ends the link before it', async () => {
  const ida = await server.register();
  const first = await request(ida.user.id);
  await request(ida.user.id);
  expect((await open(first.body.link)).refusal.code).toBe('auth.token_expired');
});

it('requires the scope and an idempotency key, and is limited in calls', async () => {
  const ida = await server.register();
  const reader = await keyFor(server, admin, { name: 'CRM', scopes: ['clients:read'] });
  expect((await request(ida.user.id, { by: reader })).refusal.code).toBe('operator.scope');
  expect((await request(ida.user.id, { intent: 'short' })).refusal.errors?.['request_id']?.[0]?.code).toBe(
    'http.idempotency_key',
  );
  const busy = await keyFor(server, admin, { name: 'Busy', scopes: ['sign_in_links:write'] });
  const { hits } = operatorApiEndpoints['operator_api.issue_sign_in_link'].rateLimit;
  for (let call = 0; call < hits; call += 1) expect((await request(newId(), { by: busy })).status).toBe(404);
  expect((await request(ida.user.id, { by: busy })).refusal.code).toBe('http.too_many');
  expect((await request(ida.user.id)).status).toBe(200);
});
