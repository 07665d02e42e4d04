import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import { freshReadsCookie } from '#contract/kernel/constants.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { on, pauseReplay, replicatedDatabase } from '#test/database/replicated.ts';
import type { DebianServer } from '#test/database/debian-postgres.ts';

let server: TestServer;
let standby: DebianServer;
let other: TestServer;
let client: Session;
let admin: Session;
let auditor: Session;

beforeAll(async () => {
  const made = await replicatedDatabase();
  standby = made.standby;
  const { url, serving } = made.database;
  const env = {
    DATABASE_URL: serving,
    DATABASE_OWNER_URL: url,
    DATABASE_READ_URL: made.replica,
    DATABASE_READ_LAG_S: '300',
  };
  server = await startServer({ env, at: new Date(), on: made.database });
  other = await startServer({ env, at: new Date(), on: { ...made.database, drop: async () => {} } });
  client = await server.register({ first_name: 'Ida' });
  admin = await server.register({ roles: ['admin'] });
  auditor = await server.register({ roles: ['compliance'] });
  // As after the few seconds for which their browsers keep it.
  for (const { cookies } of [client, admin, auditor]) cookies.delete(freshReadsCookie);
});
afterAll(async () => {
  await on(standby, 'select pg_wal_replay_resume()').catch(() => {});
  await other.close();
  await server.close();
});

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const readsOf = (at: TestServer) => at.app.db.replica!.state().reads;
const found = async (at: TestServer, as: Session) => {
  const { status, body } = await at.call('POST /api/staff/clients', { as, body: { tag: 'vip' } });
  expect(status).toBe(200);
  return body.clients.map(({ email }) => email);
};

it('is never asked for by a call that moves money, needs a proof or signs a person in', () => {
  const declared = endpoints.filter(([, { readsReplica }]) => readsReplica);
  expect(declared.length).toBeGreaterThan(40);
  for (const [name, { posts, idempotent, needsProof, guard, audited, params }] of declared)
    expect({
      name,
      posts,
      idempotent,
      needsProof,
      audited,
      isSecret: params && 'token' in params.shape,
      isOpen: guard === 'anyone' || guard === 'guest',
    }).toEqual({ name, isSecret: params && false, isOpen: false });
});

it('shows a person what they have just changed, through any instance, and others what the replica has', async () => {
  for (const instance of [server, other]) {
    // Each statement of the call, so that no connection has yet to be checked once the standby stands still.
    const isServed = async () => {
      const { replica, ...before } = { ...readsOf(instance) };
      expect(await found(instance, auditor)).toEqual([]);
      const { replica: after, ...others } = readsOf(instance);
      return after > replica && isDeepStrictEqual(others, before);
    };
    await expect.poll(isServed, { timeout: 60_000 }).toBe(true);
  }
  await pauseReplay(standby);
  const tagged = await server.call('POST /api/staff/clients/tag', {
    as: admin,
    body: { client_id: client.user.id, tag: 'vip' },
  });
  expect(tagged).toMatchObject({ status: 200, body: ['vip'] });
  expect(tagged.headers.getSetCookie().find((line) => line.startsWith(freshReadsCookie))).toMatch(
    /Max-Age=301; Path=\/; SameSite=Lax/,
  );
  for (const instance of [server, other]) expect(await found(instance, admin)).toEqual([client.user.email]);
  // The browser of another person asks for nothing fresh.
  const before = readsOf(other).replica;
  expect(await found(other, auditor)).toEqual([]);
  expect(readsOf(other).replica).toBeGreaterThan(before);
  await on(standby, 'select pg_wal_replay_resume()');
  await expect.poll(() => found(other, auditor), { timeout: 60_000 }).toEqual([client.user.email]);
});
