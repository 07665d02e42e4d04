import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsPerMinute, maxKeys, scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { operatorKeysEndpoints } from '#contract/operator/keys.ts';
import { isApiKey } from '#server/platform/secrets/api-key.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { forge } from '#test/database/forge.ts';
import { codeOf } from '#test/money/payments.ts';
import { confirmAs } from '#test/compliance/approvals.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { setUpTotp, type Authenticator } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** Keys from their making to their end, and what they open. */
let server: TestServer;
let admin: Session;
let app: Authenticator;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  app = await setUpTotp(server, admin);
  // So that days may pass.
  await server.storeSessions();
});
afterAll(() => server.close());

/** A code serves once, so each proof is made half a minute later. */
const proof = () => {
  server.clock.advance(30_000);
  return { current_password: admin.password, code: app.code() };
};
const post = <Action extends 'create' | 'rotate' | 'limit' | 'revoke'>(action: Action, body: object, as = admin) =>
  server.call(`POST /api/staff/operator/keys/${action}`, { as, body });
async function made(params: object = {}) {
  await server.db.run(sql`delete from rate_window`);
  const { body } = await post('create', { name: 'CRM', scopes: ['clients:read'], ...params, ...proof() });
  return body;
}
const clients = (secret: string, headers: Record<string, string> = {}) =>
  server.call('GET /api/operator/v1/clients', { headers: { authorization: `Bearer ${secret}`, ...headers } });

describe('a key', () => {
  it('is shown once, is recognisable by its form, and is stored nowhere', async () => {
    const { key, secret } = await made();
    expect(secret).toMatch(/^atr_test_[0-9A-Za-z]{46}$/);
    expect(isApiKey(secret)).toBe(true);
    expect(isApiKey(`${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`)).toBe(false);
    expect(key).toMatchObject({ name: 'CRM', state: 'active', scopes: ['clients:read'], last_used_at: null });
    const { body: all } = await server.call('POST /api/staff/operator/keys', { as: admin });
    expect(JSON.stringify(all)).not.toContain(secret);
    expect(all[0]?.secrets).toEqual([{ hint: secret.slice(0, 13), ends_at: null }]);
    const dump = await server.db.rows(
      sql`select to_jsonb(k) || to_jsonb(s) as row from operator_key k, operator_key_secret s`,
    );
    expect(JSON.stringify(dump)).not.toContain(secret.slice(13));
    expect(server.logged.join('')).not.toContain(secret.slice(13));
    const actions = await server.db.rows(
      sql`select action, details from audit_entry where action = 'operator.create_key'`,
    );
    expect(actions).toContainEqual({
      action: 'operator.create_key',
      details: { key: 'CRM', scopes: 'clients:read', calls_per_minute: '600' },
    });
  });

  it('gives access by its scopes, and shows when and from where it was last used', async () => {
    const { key, secret } = await made();
    const response = await clients(secret, { 'x-forwarded-for': '203.0.113.7' });
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit')).toMatch(/^"key";r=599;t=60$/);
    expect(response.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60');
    const wallets = await server.call('GET /api/operator/v1/wallets', {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([wallets.status, wallets.refusal.code]).toEqual([403, 'operator.scope']);
    expect(wallets.headers.get('ratelimit')).toMatch(/^"key";r=598;t=60$/);
    const { body: all } = await server.call('POST /api/staff/operator/keys', { as: admin });
    expect(all.find(({ id }) => id === key.id)).toMatchObject({
      last_used_at: server.clock.now().toISOString(),
      last_used_from: '203.0.113.7',
    });
  });

  it('works from the addresses that it names, and from nowhere else', async () => {
    const { key, secret } = await made({ addresses: ['203.0.113.0/24', '2001:db8::1', '198.51.100.7'] });
    expect(key.addresses).toEqual(['203.0.113.0/24', '2001:db8::1', '198.51.100.7']);
    const from = async (address: string) => (await clients(secret, { 'x-forwarded-for': address })).status;
    expect(await Promise.all(['203.0.113.200', '2001:db8::1', '::ffff:198.51.100.7'].map(from))).toEqual([
      200, 200, 200,
    ]);
    expect(await Promise.all(['203.0.114.1', '2001:db8::2', '198.51.100.8'].map(from))).toEqual([403, 403, 403]);
    const wrong = await post('create', { name: 'A', scopes: [...scopes], addresses: ['10.0.0.0/33'], ...proof() });
    expect(wrong.refusal.errors?.['addresses.0']?.[0]?.code).toBe('operator.network');
  });

  it('ends by its date', async () => {
    const { secret } = await made({ ends_on: '2026-03-03' });
    expect((await clients(secret)).status).toBe(200);
    const hours = (Date.parse('2026-03-04T00:00:00Z') - server.clock.now().getTime()) / 3_600_000;
    server.clock.advance(hours * 3_600_000 - 1);
    expect((await clients(secret)).status).toBe(200);
    server.clock.advance(1);
    expect((await clients(secret)).status).toBe(401);
  });

  it('reports when it has called too often', async () => {
    const { secret } = await made();
    await clients(secret);
    await server.db.run(sql`update rate_window set hits = ${callsPerMinute.usual} where hits = 1`);
    const response = await clients(secret);
    expect([response.status, response.refusal.code]).toEqual([429, 'http.too_many']);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(response.headers.get('ratelimit')).toBe('"key";r=0;t=60');
  });

  it('has a limit of its own, which counts from the next call on when it is changed', async () => {
    const { key, secret } = await made({ calls_per_minute: 2 });
    expect(key.calls_per_minute).toBe(2);
    const statuses = async (count: number) => {
      const all = [];
      for (let call = 0; call < count; call += 1) all.push((await clients(secret)).status);
      return all;
    };
    expect(await statuses(3)).toEqual([200, 200, 429]);
    const { body } = await post('limit', { key_id: key.id, calls_per_minute: 5 });
    expect(body.calls_per_minute).toBe(5);
    const response = await clients(secret);
    expect(response.headers.get('ratelimit-policy')).toBe('"key";q=5;w=60');
    expect(response.headers.get('ratelimit')).toBe('"key";r=1;t=60');
    expect(await statuses(2)).toEqual([200, 429]);
    const { details } = await server.db.one<{ details: object }>(
      sql`select details from audit_entry where action = 'operator.limit_key' order by id desc limit 1`,
    );
    expect(details).toEqual({ key: 'CRM', before: '2', after: '5' });
  });

  it('calls at least once and at most six thousand times a minute', async () => {
    const { key } = await made();
    const set = async (calls_per_minute: number) => (await post('limit', { key_id: key.id, calls_per_minute })).status;
    expect([await set(0), await set(1), await set(6000), await set(6001)]).toEqual([422, 200, 200, 422]);
    const past = sql`update operator_key set calls_per_minute = 6001 where id = ${key.id}`;
    await expect(server.db.run(past)).rejects.toMatchObject({ constraint: 'operator_key_calls_per_minute_check' });
  });
});

describe('a new secret', () => {
  it('works beside the former for the agreed time, and never three at once', async () => {
    const { key, secret: first } = await made();
    const rotate = async (overlap_hours: number) =>
      (await post('rotate', { key_id: key.id, overlap_hours, ...proof() })).body;
    const { secret: second, key: both } = await rotate(24);
    expect(both.secrets.map(({ hint }) => hint)).toEqual([second.slice(0, 13), first.slice(0, 13)]);
    const statuses = (...of: string[]) => Promise.all(of.map(async (each) => (await clients(each)).status));
    expect(await statuses(first, second)).toEqual([200, 200]);
    const { secret: third } = await rotate(24);
    expect(await statuses(first, second, third)).toEqual([401, 200, 200]);
    server.clock.advance(24 * 3_600_000);
    expect(await statuses(second, third)).toEqual([401, 200]);
    const { secret: fourth } = await rotate(0);
    expect(await statuses(third, fourth)).toEqual([401, 200]);
  });

  it('is given once to each concurrent caller, and the last one stays', async () => {
    const { key } = await made();
    const { current_password, code } = proof();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => post('rotate', { key_id: key.id, overlap_hours: 0, current_password, code })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

it.each([
  ['scopes', sql`update operator_key set scopes = '{clients:read,wallets:read,payments:read}' where name = 'Forged'`],
  ['addresses', sql`update operator_key set addresses = '{203.0.113.9}' where name = 'Forged'`],
  ['end', sql`update operator_key set ends_at = '2099-01-01' where name = 'Forged'`],
  [
    'secret',
    sql`update operator_key_secret s set security_mac = null from operator_key k where k.id = s.key_id and k.name = 'Forged'`,
  ],
])('a key whose %s was changed past the program gets no new secret', async (_, change) => {
  const { key } = await made({ name: 'Forged', addresses: ['203.0.113.7'] });
  await forge(server.ownerUrl, change);
  const response = await post('rotate', { key_id: key.id, overlap_hours: 0, ...proof() });
  expect(codeOf(response)).toBe('operator.key_forged');
  expect(await server.db.rows(sql`select from operator_key_secret where key_id = ${key.id}`)).toHaveLength(1);
  await server.db.run(sql`update operator_key set name = 'Former' where id = ${key.id}`);
});

describe('a key that issues sign-in links', () => {
  const params = { name: 'Our site', scopes: [scopeOfTwo], addresses: ['203.0.113.7'], reason: 'The new site' };
  const waiting = async ({ id }: { id: string }) =>
    (await server.db.one<{ id: string }>(sql`select id from approval_request where kind = 'api_key' and key = ${id}`))
      .id;
  const stateOf = async ({ id }: { id: string }) =>
    (await server.call('POST /api/staff/operator/keys', { as: admin })).body.find((key) => key.id === id)?.state;
  const request = async (secret: string, from = '203.0.113.7') =>
    server.call('POST /api/operator/v1/clients/:id/sign-in-link', {
      params: { id: admin.user.id },
      body: {},
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': newId(), 'x-forwarded-for': from },
    });
  const store = (keyId: string) =>
    server.db.run(sql`
      insert into one_time_token (hash, purpose, person_id, email, issued_by, key_id, created_at, expires_at)
      select decode(md5(${newId()}), 'hex'), 'autologin', id, email, id, ${keyId}, now(), now() from person where id = ${admin.user.id}`);
  let second: Session;
  beforeAll(async () => {
    second = await server.register({ roles: ['client', 'admin'] });
  });

  it('names its addresses and its purpose', async () => {
    const { errors } = (await post('create', { name: 'Our site', scopes: [scopeOfTwo], ...proof() })).refusal;
    expect([errors?.['addresses']?.[0]?.code, errors?.['reason']?.[0]?.code]).toEqual([
      'operator.addresses',
      'validation.required',
    ]);
    const bare = sql`
      insert into operator_key (id, name, scopes, created_by, created_at)
      values (${newId()}, 'Anywhere', ${[scopeOfTwo]}, ${admin.user.id}, now())`;
    await expect(server.db.run(bare)).rejects.toMatchObject({ constraint: 'operator_key_has_addresses' });
  });

  it.each([
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/7',
    '2001:db8::/31',
    '::ffff:0:0/96',
    '::/64',
    '64:ff9b::/96',
    '64:ff9b::/40',
    '::ffff:10.0.0.0/103',
  ])('names no network as wide as %s', async (network) => {
    const input = { ...params, addresses: ['203.0.113.7', network], ...proof() };
    const { errors } = (await post('create', input)).refusal;
    expect(errors?.['addresses']?.[0]?.code).toBe('operator.addresses_wide');
    expect(
      (await post('create', { ...input, name: 'Reads', scopes: ['clients:read'], reason: undefined })).status,
    ).toBe(200);
    const past = sql`
      insert into operator_key (id, name, scopes, addresses, created_by, created_at)
      values (${newId()}, 'Anywhere', ${[scopeOfTwo]}, ${[network]}::inet[], ${admin.user.id}, now())`;
    await expect(server.app.db.run(past)).rejects.toMatchObject({ constraint: 'operator_key_has_narrow_networks' });
  });

  it('takes networks of /8 and /32, and of /8 within IPv6', async () => {
    const { key } = await made({ ...params, addresses: ['10.0.0.0/8', '2001:db8::/32', '64:ff9b::a00:0/104'] });
    expect(key.addresses).toEqual(['10.0.0.0/8', '2001:db8::/32', '64:ff9b::a00:0/104']);
  });

  it('opens nothing before another administrator has approved it', async () => {
    const { key, secret } = await made(params);
    expect(key.state).toBe('waiting');
    expect((await request(secret)).status).toBe(401);
    await expect(store(key.id)).rejects.toMatchObject({ constraint: 'operator_key_is_approved' });
    const { body } = await server.call('POST /api/staff/approvals', { as: second, body: {} });
    expect(body.approval_requests).toContainEqual(
      expect.objectContaining({
        key: key.id,
        may_decide: true,
        reason: 'The new site',
        value: { name: 'Our site', scopes: [scopeOfTwo], addresses: ['203.0.113.7'], ends_on: null },
      }),
    );
    expect((await confirmAs(server, second, await waiting(key))).status).toBe(200);
    expect(await stateOf(key)).toBe('active');
    // The key is accepted, and the refusal says that it may not sign in a member of staff.
    expect((await request(secret)).refusal.code).toBe('auth.autologin_staff');
    expect((await request(secret, '203.0.113.8')).refusal.code).toBe('operator.address');
    const { details } = await server.db.one<{ details: object }>(sql`
      select details from audit_entry where action = 'operator.approve_key' and actor_id = ${second.user.id}`);
    expect(details).toMatchObject({
      key: 'Our site',
      scopes: scopeOfTwo,
      addresses: '203.0.113.7',
      reason: 'The new site',
    });
  });

  it('gets no other secret, and loses its approval when it is changed', async () => {
    const { key, secret } = await made(params);
    await confirmAs(server, second, await waiting(key));
    expect(codeOf(await post('rotate', { key_id: key.id, overlap_hours: 0, ...proof() }))).toBe('operator.key_of_two');
    const other = sql`
      insert into operator_key_secret (hash, key_id, hint, created_at, created_by) values ('\\x00', ${key.id}, 'mine', now(), ${admin.user.id})`;
    await expect(server.db.run(other)).rejects.toMatchObject({ constraint: 'operator_key_keeps_secret' });
    await server.db.run(sql`update operator_key set addresses = '{203.0.0.0/8}' where id = ${key.id}`);
    expect((await request(secret)).status).toBe(401);
    await expect(store(key.id)).rejects.toMatchObject({ constraint: 'operator_key_is_approved' });
  });

  it('ends when it is declined', async () => {
    const { key } = await made(params);
    const body = { approval_request_id: await waiting(key), reason: 'Not now', current_password: second.password };
    expect((await server.call('POST /api/staff/approvals/decline', { as: second, body })).status).toBe(200);
    expect(await stateOf(key)).toBe('revoked');
  });
});

describe('an end', () => {
  it('is sent at once, once, and is in the audit log', async () => {
    const { key, secret } = await made();
    const responses = await Promise.all(Array.from({ length: 4 }, () => post('revoke', { key_id: key.id })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await clients(secret)).status).toBe(401);
    const [{ count } = { count: 0 }] = await server.db.rows<{ count: number }>(sql`
      select count(*)::int as count from audit_entry where action = 'operator.revoke_key'`);
    expect(count).toBe(1);
  });
});

it('are limited in number, however many are made at once', async () => {
  const { current_password } = proof();
  await server.db.run(sql`
    insert into operator_key (id, name, scopes, created_by, created_at)
    select gen_random_uuid(), 'one of many', '{clients:read}', ${admin.user.id}, now()
    from generate_series(1, ${maxKeys - 1} - (select count(*)::int from operator_key where revoked_at is null and (ends_at is null or ends_at > ${server.clock.now()})))`);
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const other = await server.register({ roles: ['client', 'admin'] });
      return post('create', { name: 'CRM', scopes: ['clients:read'], current_password }, other);
    }),
  );
  expect(others.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

describe('refusals', () => {
  const { meets, unmet } = refusalsOf(operatorKeysEndpoints);
  // Guessing until it locks, and passkeys, are tried where proofs are made.
  const notHere = new Set(['auth.locked', 'auth.passkey_over', 'auth.passkey']);
  const inOrder = (name: 'operator.create_key' | 'operator.rotate_key') =>
    operatorKeysEndpoints[name].refusals.filter((code) => !notHere.has(code));
  const wrong = { current_password: 'wrong', code: '000000' };

  it('of making one come in their order', async () => {
    await server.db.run(sql`delete from rate_window`);
    const body = { name: 'A', scopes: ['clients:read'], ends_on: '2020-01-01' };
    const codes = [];
    for (const how of [wrong, { ...wrong, current_password: admin.password }, proof(), { ...proof(), ends_on: null }])
      codes.push(codeOf(await post('create', { ...body, ...how })));
    expect(codes).toEqual(inOrder('operator.create_key'));
  });

  it('of a new secret come in their order', async () => {
    await server.db.run(sql`delete from rate_window`);
    const { id } = await server.db.one<{ id: string }>(sql`
      select id from operator_key where revoked_at is not null limit 1`);
    const ofTwo = newId();
    await server.db.run(sql`
      insert into operator_key (id, name, scopes, addresses, created_by, created_at)
      values (${ofTwo}, 'Site', ${[scopeOfTwo]}, '{203.0.113.7}', ${admin.user.id}, now())`);
    const bare = newId();
    await server.db.run(sql`
      insert into operator_key (id, name, scopes, created_by, created_at)
      values (${bare}, 'Bare', '{clients:read}', ${admin.user.id}, now())`);
    const another = newId();
    const other = await server.register({ roles: ['client', 'admin'] });
    await server.db.run(sql`
      insert into operator_key (id, name, scopes, created_by, created_at)
      values (${another}, 'Another', '{clients:read}', ${other.user.id}, now())`);
    const of = (key_id: string, how: object) => post('rotate', { key_id, overlap_hours: 0, ...how });
    const codes = [
      codeOf(await of(newId(), wrong)),
      codeOf(await of(newId(), { ...wrong, current_password: admin.password })),
      codeOf(await of(newId(), proof())),
      codeOf(await of(id, proof())),
      codeOf(await of(another, proof())),
      codeOf(await of(ofTwo, proof())),
      codeOf(await of(bare, proof())),
    ];
    expect(codes).toEqual(inOrder('operator.rotate_key'));
  });

  meets('operator.revoke_key', async () => {
    const { id } = await server.db.one<{ id: string }>(sql`
      select id from operator_key where revoked_at is not null limit 1`);
    return [() => post('revoke', { key_id: newId() }), () => post('revoke', { key_id: id })];
  });

  meets('operator.limit_key', async () => {
    const { id } = await server.db.one<{ id: string }>(sql`
      select id from operator_key where revoked_at is not null limit 1`);
    const limit = (key_id: string) => post('limit', { key_id, calls_per_minute: 10 });
    return [() => limit(newId()), () => limit(id)];
  });

  // `holders.test.ts` has those of taking a key over.
  it('are all tested', () =>
    expect(unmet()).toEqual(['operator.create_key', 'operator.rotate_key', 'operator.take_over_key']));
});
