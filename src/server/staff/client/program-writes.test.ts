import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorWriteEndpoints } from '#contract/operator/program-writes.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let crm: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'], first_name: 'Anna' });
  crm = await keyFor(server, admin, { name: 'CRM', scopes: ['clients:read', 'clients:write'] });
});
afterAll(() => server.close());

interface How {
  by?: Program;
  intent?: string;
}
const headersOf = ({ by = crm, intent = newId() }: How) => ({ authorization: by, 'idempotency-key': intent });
const addTag = (id: string, tag: string, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/tags', { params: { id }, body: { tag }, headers: headersOf(how) });
const removeTag = (id: string, tag: string, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/tags/remove', {
    params: { id },
    body: { tag },
    headers: headersOf(how),
  });
const addNote = (id: string, text: string, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/notes', { params: { id }, body: { text }, headers: headersOf(how) });
const setManager = (id: string, managerId: string | null, how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/manager', {
    params: { id },
    body: { manager_id: managerId, reason: 'Moved in the CRM' },
    headers: headersOf(how),
  });
const shown = async (id: string) =>
  (await server.call('GET /api/operator/v1/clients/:id', { params: { id }, headers: { authorization: crm } })).body;
const auditOf = (id: string) =>
  server.db.rows<{ action: string; by: string; details: Record<string, string> }>(sql`
    select action, actor_id as by, details from audit_entry where client_id = ${id} and action like 'staff.%' order by id`);

const refusals = refusalsOf(operatorWriteEndpoints);
refusals.meets('operator_api.add_tag', async () => {
  const { user } = await server.register();
  const intent = newId();
  for (let n = 0; n < 20; n += 1) await addTag(user.id, `Tag ${n}`, n === 0 ? { intent } : {});
  return [
    () => addTag(user.id, 'Another', { intent }),
    () => addTag(newId(), 'VIP'),
    () => addTag(user.id, 'One too many'),
  ];
});
refusals.meets('operator_api.remove_tag', async () => {
  const { user } = await server.register();
  const intent = newId();
  await removeTag(user.id, 'VIP', { intent });
  return [() => removeTag(user.id, 'Other', { intent }), () => removeTag(newId(), 'VIP')];
});
refusals.meets('operator_api.add_note', async () => {
  const { user } = await server.register();
  const intent = newId();
  await addNote(user.id, 'Called', { intent });
  return [() => addNote(user.id, 'Called again', { intent }), () => addNote(newId(), 'Called')];
});
refusals.meets('operator_api.set_manager', async () => {
  const [ida, closed] = [await server.register(), await server.register()];
  await server.db.run(
    sql`update person set blocked_at = ${server.clock.now()}, closed_at = ${server.clock.now()} where id = ${closed.user.id}`,
  );
  const intent = newId();
  await setManager(ida.user.id, admin.user.id, { intent });
  return [
    () => setManager(ida.user.id, null, { intent }),
    () => setManager(newId(), admin.user.id),
    () => setManager(admin.user.id, null),
    () => setManager(closed.user.id, admin.user.id),
    () => setManager(ida.user.id, closed.user.id),
    () => setManager(ida.user.id, admin.user.id),
  ];
});

describe('a program with the scope', () => {
  it('tags a client, also one who is blocked, and the audit log names the key and its administrator', async () => {
    const { user } = await server.register();
    await server.db.run(sql`update person set blocked_at = ${server.clock.now()} where id = ${user.id}`);
    expect((await addTag(user.id, 'VIP')).body).toEqual({ client_id: user.id, tag: 'VIP', tagged: true });
    expect((await addTag(user.id, 'VIP')).status).toBe(200);
    expect(await shown(user.id)).toMatchObject({ tags: ['VIP'], state: 'blocked' });
    expect((await removeTag(user.id, 'VIP')).body).toEqual({ client_id: user.id, tag: 'VIP', tagged: false });
    expect((await removeTag(user.id, 'VIP')).status).toBe(200);
    expect((await shown(user.id)).tags).toEqual([]);
    const text = { by: admin.user.id, details: { tag: 'VIP', key: 'CRM' } };
    expect(await auditOf(user.id)).toEqual([
      { action: 'staff.add_tag', ...text },
      { action: 'staff.remove_tag', ...text },
    ]);
  });

  it('writes a note, which staff see under the name of the key', async () => {
    const { user } = await server.register();
    const { body: note } = await addNote(user.id, 'Asked for a call');
    const { body } = await server.call('POST /api/staff/clients/notes', { as: admin, body: { client_id: user.id } });
    expect(body.rows).toEqual([{ id: note.id, author: 'CRM', text: 'Asked for a call', at: note.created_at }]);
    expect(await auditOf(user.id)).toContainEqual({
      action: 'staff.add_note',
      by: admin.user.id,
      details: { note: note.id, key: 'CRM' },
    });
  });

  it('sets and clears the manager, with the events as by staff', async () => {
    const { user } = await server.register();
    const { body: managers } = await server.call('GET /api/operator/v1/managers', { headers: { authorization: crm } });
    expect(managers.data.map(({ id }) => id)).toContain(admin.user.id);
    expect((await setManager(user.id, admin.user.id)).body).toEqual({
      client_id: user.id,
      manager_id: admin.user.id,
    });
    expect((await shown(user.id)).manager_id).toBe(admin.user.id);
    expect((await setManager(user.id, null)).status).toBe(200);
    expect((await shown(user.id)).manager_id).toBeNull();
    const changed = { action: 'staff.set_manager', by: admin.user.id };
    expect(await auditOf(user.id)).toMatchObject([
      { ...changed, details: { key: 'CRM', reason: 'Moved in the CRM', from: '–' } },
      { ...changed, details: { key: 'CRM', to: '–' } },
    ]);
    await server.drain();
    const events = await server.db.rows<{ data: unknown }>(sql`
      select data from operator_event where client_id = ${user.id} and type = 'client.manager_changed' order by seq`);
    expect(events.map(({ data }) => data)).toMatchObject([{ manager_id: admin.user.id }, { manager_id: null }]);
  });
});

describe('a repeated call', () => {
  it('gets the same answer and has one effect, also concurrently and after a later change', async () => {
    const { user } = await server.register();
    const how = { intent: newId() };
    const calls = await Promise.all(Array.from({ length: 5 }, () => addNote(user.id, 'Once', how)));
    expect(new Set(calls.map(({ body }) => body.id)).size).toBe(1);
    expect((await addNote(user.id, 'Once', how)).body).toEqual(calls[0]?.body);
    const tagging = { intent: newId() };
    const first = await addTag(user.id, 'VIP', tagging);
    await removeTag(user.id, 'VIP');
    expect((await addTag(user.id, 'VIP', tagging)).body).toEqual(first.body);
    expect((await shown(user.id)).tags).toEqual([]);
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
      'staff.add_note',
      'staff.add_tag',
      'staff.remove_tag',
    ]);
  });

  it('gets the same answer while the secret of the installation is replaced', async () => {
    const { user } = await server.register();
    const intent = newId();
    const first = await addNote(user.id, 'Called', { intent });
    const { config } = server.app;
    const former = config.appSecret;
    Object.assign(config, { appSecret: 'another secret of the same installation', formerSecret: former });
    const again = await addNote(user.id, 'Called', { intent });
    Object.assign(config, { appSecret: former, formerSecret: undefined });
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('is another call under another key', async () => {
    const { user } = await server.register();
    const how = { intent: newId() };
    const other = await keyFor(server, admin, { name: 'Other', scopes: ['clients:write'] });
    const [first, second] = [
      await addNote(user.id, 'Hello', how),
      await addNote(user.id, 'Hello', { ...how, by: other }),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('every write', () => {
  it('needs its scope and the header', async () => {
    const { user } = await server.register();
    const reader = await keyFor(server, admin, { name: 'Reader', scopes: ['clients:read'] });
    const calls = [
      (how: How) => addTag(user.id, 'VIP', how),
      (how: How) => removeTag(user.id, 'VIP', how),
      (how: How) => addNote(user.id, 'Hello', how),
      (how: How) => setManager(user.id, admin.user.id, how),
    ];
    for (const call of calls) {
      expect((await call({ by: reader })).refusal.code).toBe('operator.scope');
      expect((await call({ intent: 'short' })).refusal.errors?.['request_id']?.[0]?.code).toBe('http.idempotency_key');
    }
    expect(await auditOf(user.id)).toEqual([]);
  });
});
it('meets every refusal above', () => {
  expect(refusals.unmet()).toEqual([]);
});
