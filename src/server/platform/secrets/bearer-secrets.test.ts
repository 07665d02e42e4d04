import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { recomputeMacs } from './all-row-macs.ts';
import { newApiKey } from './api-key.ts';
import { readConfig } from '../config/config.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { findSignedIn } from '../session/session.ts';
import { newToken } from './token.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ida: Session;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const plain = (secret: string) => createHash('sha256').update(secret).digest();

/** The row that an attacker inserts who can write to the database and knows the secret that they hashed. */
async function forgeSession(): Promise<Session> {
  const [token, binding, now] = [newToken(), newToken(), server.clock.now()];
  const ends = new Date(now.getTime() + 3_600_000);
  await server.db.run(sql`
    insert into session (id, person_id, token_hash, binding_hash, remember, address, created_at, last_seen_at, expires_at, ends_at, idle)
    values (${newId()}, ${ida.user.id}, ${plain(token)}, ${plain(binding)}, false, '127.0.0.1', ${now}, ${now}, ${ends}, ${ends}, '1 hour')`);
  const browser = server.browser();
  browser.cookies.set('session-binding', binding);
  return Object.assign(browser, { token, user: ida.user, password: ida.password });
}

async function forgeKey(): Promise<string> {
  const { secret, hint } = newApiKey(server.config, 'test');
  const [id, now] = [newId(), server.clock.now()];
  await server.db.run(sql`
    insert into operator_key (id, name, scopes, created_by, created_at)
    values (${id}, ${hint}, ${scopes.filter((scope) => scope !== scopeOfTwo)}, ${admin.user.id}, ${now})`);
  await server.db.run(sql`
    insert into operator_key_secret (hash, key_id, hint, created_at, created_by) values (${plain(secret)}, ${id}, ${hint}, ${now}, ${admin.user.id})`);
  return secret;
}

const whoIs = async (as: Session) => (await server.call('POST /api/client-info', { as })).body;
const listBy = async (key: string) =>
  (await server.call('GET /api/operator/v1/clients', { headers: { authorization: `Bearer ${key}` } })).status;

describe('a row that was inserted with a known SHA-256', () => {
  it('is no session', async () => {
    expect(await whoIs(await forgeSession())).toEqual({ status: 'failed' });
  });

  it('is no key of a program', async () => {
    expect(await listBy(await forgeKey())).toBe(401);
  });

  it('is no link', async () => {
    const [token, now] = [newToken(), server.clock.now()];
    await server.db.run(sql`
      insert into one_time_token (hash, purpose, person_id, email, created_at, expires_at)
      values (${plain(token)}, 'autologin', ${ida.user.id}, ${ida.user.email}, ${now}, ${new Date(now.getTime() + 60_000)})`);
    const response = await server.call('POST /api/autologin', { body: { token }, as: server.browser() });
    expect(response.refusal.code).toBe('auth.token_unknown');
  });
});

it('opens nothing where the hash of another kind of secret was copied to', async () => {
  const [now, later] = [server.clock.now(), new Date(server.clock.now().getTime() + 60_000)];
  await server.db.run(sql`
    insert into one_time_token (hash, purpose, person_id, email, created_at, expires_at)
    select token_hash, 'autologin', person_id, ${ida.user.email}, ${now}, ${later} from session where person_id = ${ida.user.id} limit 1`);
  const response = await server.call('POST /api/autologin', { body: { token: ida.token }, as: server.browser() });
  expect(response.refusal.code).toBe('auth.token_unknown');
});

describe('a rotation of APP_SECRET', () => {
  const next = { APP_SECRET: 'another secret of the same installation' };
  const former = { APP_SECRET_FORMER: readConfig({}).appSecret };
  const find = async ({ token: bearer, cookies, address }: Session, env: Record<string, string>) => {
    const shown = { bearer, binding: cookies.get('session-binding'), device: { address, userAgent: undefined } };
    return (await findSignedIn({ ...server.app, config: readConfig(env) }, shown)).client;
  };

  it('ends sessions where the former secret is not named', async () => {
    expect(await find(await server.register(), next)).toBeNull();
  });

  it('keeps a session that is used in the meantime, also when the former secret is forgotten', async () => {
    const session = await server.register();
    expect(await find(session, { ...next, ...former })).toMatchObject({ id: session.user.id });
    server.clock.advance(120_000);
    await find(session, { ...next, ...former });
    // As bin/rewrap does, with Atrium stopped.
    await server.app.db.tx((tx) => recomputeMacs(tx, former.APP_SECRET_FORMER, next.APP_SECRET));
    expect(await find(session, next)).toMatchObject({ id: session.user.id });
  });
});
