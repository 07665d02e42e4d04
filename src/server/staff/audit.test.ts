import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAudit } from '#server/platform/audit.ts';
import { sealAudit } from '#server/platform/audit-chain.ts';
import { sql } from '#server/platform/db/sql.ts';
import { setLevel } from '#test/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let carl: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  carl = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  ida = await server.register({ first_name: 'Ida', second_name: 'Quay' });
  await setLevel(server, [ada, carl], ida.user.id, { level: 2, reason: 'passport seen' });
  await setLevel(server, [carl, ada], ida.user.id, { level: 3, reason: '=residence seen' });
});
afterAll(() => server.close());

const read = async (body: object = {}, as = carl) => (await server.call('POST /api/staff/audit', { as, body })).body;
const looks = () => server.db.rows(sql`select details from audit_entry where act = 'staff.look_at_audit'`);

describe('the audit log', () => {
  it('tells who did what to whom, with the old value beside the new one', async () => {
    const { entries, choices } = await read({ act: 'clients.set_level' });
    expect(entries.map(({ actor }) => actor?.name)).toEqual(['Ada Berg', 'Carl Berg']);
    expect(entries[0]?.client?.name).toBe('Ida Quay');
    expect(entries[0]?.details).toContainEqual({ name: 'to', old: '2', value: '3', said: null });
    expect(entries[0]?.details).toContainEqual({ name: 'reason', old: null, value: '=residence seen', said: null });
    expect(choices?.acts).toContain('clients.set_level');
    expect(choices?.actors.map(({ name }) => name)).toEqual(['Ada Berg', 'Carl Berg']);
  });

  it('is narrowed down by client, person, act, words and days', async () => {
    const reasons = async (filter: object) =>
      (await read({ act: 'clients.set_level', ...filter })).entries.map(
        ({ details }) => details.find(({ name }) => name === 'reason')?.value,
      );
    expect(await reasons({ client: 'quay' })).toHaveLength(2);
    expect(await reasons({ client: 'somebody' })).toEqual([]);
    expect(await reasons({ client_id: ida.user.id })).toHaveLength(2);
    expect(await reasons({ actor_id: carl.user.id })).toEqual(['passport seen']);
    expect(await reasons({ search: 'residence' })).toEqual(['=residence seen']);
    expect(await reasons({ search: 'level set' })).toHaveLength(2);
    expect(await reasons({ search: 'clients.set' })).toHaveLength(2);
    expect(await reasons({ search: 'stufe gesetzt' })).toEqual([]);
    expect(await reasons({ from: '2026-03-02', to: '2026-03-02' })).toHaveLength(2);
    expect(await reasons({ from: '2026-03-03' })).toEqual([]);
    expect(await reasons({ to: '2026-03-01' })).toEqual([]);
    const { status, refusal } = await server.call('POST /api/staff/audit', {
      as: carl,
      body: { from: '2026-03-03', to: '2026-03-02' },
    });
    expect([status, refusal.errors?.['to']?.[0]?.code]).toEqual([422, 'validation.day_order']);
  });

  it('finds acts by what the reader calls them', async () => {
    const { entries } = (
      await server.call('POST /api/staff/audit', { as: carl, language: 'de', body: { search: 'STUFE GESETZT' } })
    ).body;
    expect(entries.map(({ act }) => act)).toEqual(['clients.set_level', 'clients.set_level']);
  });

  it('puts a text that was not there before beside nothing', async () => {
    await server.db.tx((tx) =>
      writeAudit(tx, server.clock, {
        actorId: ada.user.id,
        act: 'support.save_canned',
        details: { after_de: 'Hallo' },
      }),
    );
    const { entries } = await read({ act: 'support.save_canned' });
    expect(entries[0]?.details).toEqual([{ name: 'after_de', old: '', value: 'Hallo', said: null }]);
  });

  it('is read page by page, each entry once', async () => {
    await server.db.tx(async (tx) => {
      for (let place = 0; place < 55; place += 1)
        await writeAudit(tx, server.clock, { actorId: ada.user.id, clientId: ida.user.id, act: 'clients.set_level' });
    });
    const first = await read({ act: 'clients.set_level' });
    const second = await read({ act: 'clients.set_level', cursor: first.next_cursor });
    expect([first.entries.length, second.next_cursor, second.choices]).toEqual([50, null, null]);
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('writes down who looks, once for one look, and each file that is taken away', async () => {
    await server.db.run(sql`delete from rate_window`);
    server.clock.advance(31 * 60_000);
    const before = (await looks()).length;
    await Promise.all([read({ client: 'q' }), read({ client: 'qu' })]);
    await read();
    expect((await looks()).length - before).toBeGreaterThanOrEqual(1);
    const settled = (await looks()).length;
    await read();
    expect(await looks()).toHaveLength(settled);
    server.clock.advance(31 * 60_000);
    await read();
    expect(await looks()).toHaveLength(settled + 1);
    const file = await server.call('GET /api/staff/audit/file', { as: carl, query: { search: 'residence' } });
    expect(file.headers.get('content-disposition')).toContain('audit.csv');
    expect(file.body).toContain('clients.set_level,Verification level set,Ada Berg');
    expect(file.body).toContain('reason: =residence seen');
    expect(await server.db.rows(sql`select details from audit_entry where act = 'staff.export_audit'`)).toEqual([
      { details: { search: 'residence' } },
    ]);
  });

  it('follows its chain, and names the row that breaks it', async () => {
    await sealAudit(server.app);
    const check = async () => (await server.call('POST /api/staff/audit/chain', { as: carl, body: {} })).body;
    const whole = await check();
    expect(whole).toMatchObject({ breach: null, waiting: 0, head: { sealed_at: server.clock.now().toISOString() } });
    await server.db.run(sql`alter table audit_entry disable trigger audit_entry_append_only`);
    await server.db.run(
      sql`update audit_entry set details = '{}' where act = 'clients.set_level' and details ->> 'reason' = 'passport seen'`,
    );
    expect((await check()).breach).toMatchObject({ why: 'the entry is not what was sealed' });
    await server.db.run(sql`alter table audit_entry enable trigger audit_entry_append_only`);
  });
});
