import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contract/api.ts';
import { connectionsEndpoints } from '#contract/connections/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import { openStandIn, signed, standInAdapter, standInTerms } from '#test/connections/stand-in.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { codeOf } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let standIn: Awaited<ReturnType<typeof openStandIn>>;
let adam: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  standIn = await openStandIn('key-long-1234');
  server.app.connections.add(standInAdapter, standInTerms);
  server.app.connections.add({ ...standInAdapter, name: 'stand_in_sms', port: 'payments' }, standInTerms);
  adam = await server.register({ roles: ['client', 'admin'] });
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(async () => {
  standIn.close();
  await server.close();
});

type Create = RequestOf<'POST /api/staff/connections/create'>['body'];
const input = (change: Partial<Create> = {}, fields: Record<string, string> = {}) => ({
  name: 'Cards, main',
  fields: {
    address: standIn.address,
    mode: 'test',
    api_key: 'key-long-1234',
    hook_secret: 'whsec-long-9876',
    ...fields,
  },
  in_own_network: false,
  countries: [],
  currencies: [],
  tiers: [],
  order: 10,
  current_password: adam.password,
  ...change,
});
const create = (change: Partial<Create> = {}, fields: Record<string, string> = {}) =>
  server.call('POST /api/staff/connections/create', {
    as: adam,
    body: { adapter: 'stand_in', ...input(change, fields) },
  });
const made = async () => (await create()).body.connection_id;
const edit = (id: string, change: Partial<Create> = {}, fields: Record<string, string> = {}) =>
  server.call('POST /api/staff/connections/edit', { as: adam, body: { connection_id: id, ...input(change, fields) } });
const test = (id: string) => server.call('POST /api/staff/connections/test', { as: adam, body: { connection_id: id } });
const putToUse = (id: string, hours = 24) =>
  server.call('POST /api/staff/connections/use', {
    as: adam,
    body: { connection_id: id, overlap_hours: hours, reason: 'New contract', current_password: adam.password },
  });
const off = (id: string) =>
  server.call('POST /api/staff/connections/switch-off', { as: adam, body: { connection_id: id } });
const remove = (id: string) =>
  server.call('POST /api/staff/connections/remove', { as: adam, body: { connection_id: id } });
const list = async (as = ines) => (await server.call('POST /api/staff/connections', { as, body: {} })).body.connections;
const shown = async (id: string) => {
  const found = (await list()).find((each) => each.id === id);
  if (!found) throw new Error('the connection is not listed');
  return found;
};

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

async function inUse(): Promise<string> {
  const id = await made();
  await test(id);
  expect((await putToUse(id)).status).toBe(200);
  expect((await decide(id)).status).toBe(200);
  return id;
}

const open = async () => (await server.app.connections.open('payments')).map(({ id }) => id);

describe('a connection that moves money', () => {
  it('is tested, requested by one, approved by another, and then in use', async () => {
    const id = await made();
    expect(await shown(id)).toMatchObject({ state: 'off', value: null, takes_two: true, probe: null });
    expect(codeOf(await putToUse(id))).toBe('connections.untested');
    await test(id);
    expect(await shown(id)).toMatchObject({
      probe: { ok: true, current: true, steps: [{ name: 'sign in', ok: true }] },
    });
    expect((await putToUse(id)).status).toBe(200);
    expect(await open()).not.toContain(id);
    expect(codeOf(await decide(id, adam))).not.toBe('');
    expect(await open()).not.toContain(id);
    expect((await decide(id)).status).toBe(200);
    expect(await open()).toContain(id);
    expect(await shown(id)).toMatchObject({ state: 'on', draft: null, value: { name: 'Cards, main' } });
    await off(id);
    expect(await open()).not.toContain(id);
    expect(await server.app.connections.openOne('payments', id)).not.toBeNull();
  });

  it('is not put into use by the database alone', async () => {
    const id = await made();
    const change = server.app.db.run(sql`update connection set value = draft, state = 'on' where id = ${id}`);
    await expect(change).rejects.toMatchObject({ constraint: 'connection_is_approved' });
    const secret = server.app.db.run(sql`update connection_secret set used_at = now() where connection_id = ${id}`);
    await expect(secret).rejects.toMatchObject({ constraint: 'connection_is_approved' });
  });

  it('keeps what is in use while a change waits, and an approval counts for what was requested alone', async () => {
    const id = await inUse();
    await edit(id, { name: 'Cards, second' });
    expect(await shown(id)).toMatchObject({
      name: 'Cards, main',
      draft: { name: 'Cards, second' },
      probe: { current: false },
    });
    await test(id);
    await putToUse(id);
    await edit(id, { name: 'Cards, third' });
    expect(codeOf(await decide(id))).toBe('approvals.outdated');
    expect(await shown(id)).toMatchObject({ value: { name: 'Cards, main' } });
  });

  it('keeps its account once it was in use, so that what was begun there is never looked up elsewhere', async () => {
    const fresh = await made();
    expect((await edit(fresh, {}, { mode: 'live' })).status).toBe(200);
    const id = await inUse();
    const { body } = await edit(id, {}, { mode: 'live' });
    expect(body).toMatchObject({ errors: { field_mode: [{ code: 'connections.account_fixed' }] } });
    await off(id);
    expect(codeOf(await edit(id, {}, { mode: 'live' }))).toBe('connections.account_fixed');
    expect(await shown(id)).toMatchObject({ value: { settings: { mode: 'test' } }, draft: null });
  });

  it('is not used when its row was changed past the program', async () => {
    const id = await inUse();
    await forge(
      server.ownerUrl,
      sql`alter table connection disable trigger user`,
      sql`update connection set value = jsonb_set(value, '{settings,address}', '"http://127.0.0.1:9"') where id = ${id}`,
      sql`alter table connection enable trigger user`,
    );
    expect(await open()).not.toContain(id);
    expect(codeOf(await test(id))).toBe('connections.forged');
  });
});

describe('secrets', () => {
  it('leave the server never: neither list, log, journal nor audit holds one', async () => {
    const id = await inUse();
    const body = JSON.stringify(await list(adam));
    expect(body).toContain('1234');
    const journal = await server.db.rows(sql`select * from connection_call where connection_id = ${id}`);
    const audit = await server.db.rows(sql`select details from audit_entry where action like 'connections.%'`);
    expect(journal).toMatchObject([{ method: 'GET', path: '/v1/me', status: 200 }]);
    for (const text of [
      body,
      JSON.stringify(journal, (_, value: unknown) => String(value)),
      JSON.stringify(audit),
      server.logged.join('\n'),
    ])
      for (const secret of ['key-long-1234', 'whsec-long-9876', 'hidden']) expect(text).not.toContain(secret);
  });

  it('are replaced without a stop: both work until the older one ends', async () => {
    const id = await inUse();
    await edit(id, {}, { api_key: '', hook_secret: 'whsec-newer-5555' });
    expect((await shown(id)).secrets).toMatchObject([
      { name: 'api_key', hint: '1234', waiting: false },
      { name: 'hook_secret', hint: '5555', waiting: true },
      { name: 'hook_secret', hint: '9876', waiting: false, ends_at: null },
    ]);
    await test(id);
    await putToUse(id, 1);
    await decide(id);
    server.clock.advance(2000);
    const path = new URL((await shown(id)).hook_url ?? '').pathname;
    const send = async (secret: string, event: string) => {
      const raw = JSON.stringify({ id: event, type: 'x', subject: null, ref: null });
      const headers = { 'x-signature': signed(secret, raw) };
      return (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: raw })).status;
    };
    expect([await send('whsec-long-9876', 'a'), await send('whsec-newer-5555', 'b')]).toEqual([200, 200]);
    server.clock.advance(3_600_000);
    expect([await send('whsec-long-9876', 'c'), await send('whsec-newer-5555', 'd')]).toEqual([401, 200]);
  });

  it('go to no other server than those they were entered for', async () => {
    const other = await openStandIn('key-long-1234');
    const id = await inUse();
    const refused = await edit(id, {}, { address: other.address, api_key: '', hook_secret: '' });
    expect(codeOf(refused)).toBe('connections.secret_again');
    await edit(id, {}, { address: other.address, api_key: 'key-of-other-7777' });
    await test(id);
    expect(await shown(id)).toMatchObject({ probe: { ok: false, steps: [{ detail: 'status 401' }] } });
    other.close();
  });
});

describe('a test', () => {
  it('says what is wrong, and then nothing is put into use', async () => {
    const id = (await create({}, { api_key: 'wrong-key-0000' })).body.connection_id;
    await test(id);
    expect(await shown(id)).toMatchObject({ probe: { ok: false, steps: [{ ok: false, detail: 'status 401' }] } });
    expect(codeOf(await putToUse(id))).toBe('connections.untested');
  });
});

describe('connections are chosen', () => {
  it('by what they serve, in the order of the operator', async () => {
    const [first, second] = [await made(), await made()];
    await edit(first, { order: 2, countries: ['DE'], currencies: ['EUR'], min: '10', max: '500' });
    await edit(second, { order: 1 });
    for (const id of [first, second]) {
      await test(id);
      await putToUse(id);
      await decide(id);
    }
    const chosen = async (need: object) =>
      (await server.app.connections.open('payments', need))
        .map(({ id }) => id)
        .filter((id) => [first, second].includes(id));
    const amount = (minor: bigint, currency = 'EUR') => ({ amount: { minor, currency } });
    expect(await chosen({ country: 'DE', ...amount(1000n) })).toEqual([second, first]);
    for (const need of [{ country: 'FR' }, amount(999n), amount(50_001n), amount(1000n, 'USD'), { country: null }])
      expect(await chosen(need)).toEqual([second]);
  });
});

describe('the lists of calls and events', () => {
  it('show what was called and what came, page by page, and let staff process an event again', async () => {
    const id = await inUse();
    await server.db.run(sql`
      insert into connection_call (connection_id, purpose, method, host, path, failure, duration_ms, at)
      select ${id}, 'x', 'GET', 'h', '/', 'timeout', 1, now() from generate_series(1, 60)`);
    const page = await server.call('POST /api/staff/connections/calls', { as: ines, body: { connection_id: id } });
    const rest = await server.call('POST /api/staff/connections/calls', {
      as: ines,
      body: { connection_id: id, cursor: page.body.next_cursor ?? '' },
    });
    expect([page.body.calls.length, rest.body.calls.length, rest.body.next_cursor]).toEqual([50, 11, null]);
    expect((await shown(id)).last_failure).toBe('timeout');
    let handled = 0;
    server.app.connections.on('payments', async () => ((handled += 1) > 1 ? 'done' : 'ignored'));
    const raw = JSON.stringify({ id: 'evt-list', type: 'paid', subject: 's', ref: 'DEP9' });
    const path = new URL((await shown(id)).hook_url ?? '').pathname;
    await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'x-signature': signed('whsec-long-9876', raw) },
      body: raw,
    });
    const events = async () =>
      (await server.call('POST /api/staff/connections/events', { as: ines, body: { connection_id: id } })).body.events;
    await expect.poll(events).toMatchObject([{ event_id: 'evt-list', state: 'ignored', ref: 'DEP9' }]);
    const [event] = await events();
    const replay = await server.call('POST /api/staff/connections/replay', {
      as: ines,
      body: { event_id: event?.id ?? '' },
    });
    expect(replay.status).toBe(200);
    await expect.poll(events).toMatchObject([{ state: 'done' }]);
  });
});

describe('refusals', () => {
  const { meets, unmet } = refusalsOf(connectionsEndpoints);
  const proofs = ['auth.current_password', 'auth.locked', 'auth.code', 'auth.passkey_over', 'auth.passkey'];
  const none = crypto.randomUUID();
  const elsewhere = [...proofs, 'connections.forged', 'connections.secret_again', 'connections.adapter'];
  meets(
    'connections.create',
    () => [
      () => server.call('POST /api/staff/connections/create', { as: adam, body: { adapter: 'none', ...input() } }),
      () => create({}, { foreign: 'x', address: 'http://10.0.0.1' }),
      () => create({}, { address: 'http://10.0.0.1', mode: '' }),
      () => create({}, { mode: '' }),
      () => create({ min: '5' }),
    ],
    proofs,
  );
  meets(
    'connections.edit',
    async () => {
      const [id, used] = [await made(), await inUse()];
      return [
        () => edit(none),
        () => edit(id, {}, { foreign: 'x' }),
        () => edit(id, {}, { address: 'ftp://x' }),
        () => edit(id, {}, { mode: '' }),
        () => edit(id, { max: '5', currencies: ['EUR', 'USD'] }),
        () => edit(used, {}, { mode: 'live' }),
      ];
    },
    elsewhere,
  );
  meets('connections.test', () => [() => test(none)], elsewhere);
  meets(
    'connections.use',
    async () => {
      const id = await inUse();
      const tested = await made();
      await test(tested);
      await putToUse(tested);
      const fresh = await made();
      return [() => putToUse(none), () => putToUse(id), () => putToUse(fresh), () => putToUse(tested)];
    },
    elsewhere,
  );
  const askOff = (id: string) =>
    server.call('POST /api/staff/connections/request-off', {
      as: adam,
      body: { connection_id: id, reason: 'Provider is down', current_password: adam.password },
    });
  const askRemoval = (id: string) =>
    server.call('POST /api/staff/connections/request-removal', {
      as: adam,
      body: { connection_id: id, reason: 'The contract has ended', current_password: adam.password },
    });
  meets(
    'connections.switch_off',
    async () => {
      const guard = await connectionInUse(server, {
        port: 'staff_sign_in',
        adapter: 'oidc',
        value: { settings: { only: true } },
      });
      return [() => off(none), () => off(guard.id)];
    },
    elsewhere,
  );
  meets(
    'connections.request_off',
    async () => {
      const id = await inUse();
      await askOff(id);
      return [() => askOff(none), () => askOff(id)];
    },
    elsewhere,
  );
  meets(
    'connections.remove',
    async () => {
      const [id, used] = [await inUse(), await inUse()];
      await off(used);
      return [() => remove(none), () => remove(id), () => remove(used)];
    },
    elsewhere,
  );
  meets(
    'connections.request_removal',
    async () => {
      const [on, asked] = [await inUse(), await inUse()];
      await off(asked);
      await askRemoval(asked);
      return [none, on, asked].map((id) => () => askRemoval(id));
    },
    [...elsewhere, 'connections.in_use'],
  );
  meets('connections.replay', async () => {
    const id = await inUse();
    const { event } = await server.db.one<{ event: bigint }>(sql`
      insert into inbox_event (connection_id, event_id, type, received_at, signature, headers, body, next_at)
      values (${id}, 'evt-waits', 'x', now(), 'valid', '{}', 'x', '2030-01-01') returning id as event`);
    const replay = (event_id: string) =>
      server.call('POST /api/staff/connections/replay', { as: ines, body: { event_id } });
    return [() => replay('999999999'), () => replay(String(event))];
  });
  it('are met for every endpoint', () => expect(unmet()).toEqual([]));

  it('end what was removed, with its secrets', async () => {
    const id = await made();
    const gone = await remove(id);
    expect(gone.status).toBe(200);
    expect(codeOf(await test(id))).toBe('http.not_found');
    expect(await server.db.rows(sql`select from connection_secret where connection_id = ${id}`)).toEqual([]);
  });
});
