import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { extendAuditChain } from '#server/platform/audit/chain.ts';
import { sql } from '#server/platform/db/sql.ts';
import { setLevel } from '#test/compliance/approvals.ts';
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
const accesses = () => server.db.rows(sql`select details from audit_entry where action = 'staff.view_audit'`);

describe('the audit log', () => {
  it('shows who did what to whom, with the old value beside the new one', async () => {
    const { entries, choices } = await read({ action: 'clients.set_level' });
    expect(entries.map(({ actor }) => actor?.name)).toEqual(['Ada Berg', 'Carl Berg']);
    expect(entries[0]?.client?.name).toBe('Ida Quay');
    expect(entries[0]?.details).toContainEqual({ name: 'to', old: '2', value: '3', text: null });
    expect(entries[0]?.details).toContainEqual({ name: 'reason', old: null, value: '=residence seen', text: null });
    expect(choices?.actions).toContain('clients.set_level');
    expect(choices?.actors.map(({ name }) => name)).toEqual(['Ada Berg', 'Carl Berg']);
  });

  it('is filtered by client, person, action, words and days', async () => {
    const reasons = async (filter: object) =>
      (await read({ action: 'clients.set_level', ...filter })).entries.map(
        ({ details }) => details.find(({ name }) => name === 'reason')?.value,
      );
    expect(await reasons({ client: 'quay' })).toHaveLength(2);
    expect(await reasons({ client: 'somebody' })).toEqual([]);
    expect(await reasons({ client_id: ida.user.id })).toHaveLength(2);
    expect(await reasons({ actor_id: carl.user.id })).toEqual(['passport seen']);
    expect(await reasons({ search: 'residence' })).toEqual(['=residence seen']);
    expect(await reasons({ search: 'level set' })).toHaveLength(2);
    expect(await reasons({ search: 'clients.set' })).toHaveLength(2);
    expect(await reasons({ search: 'level festgelegt' })).toEqual([]);
    expect(await reasons({ from: '2026-03-02', to: '2026-03-02' })).toHaveLength(2);
    expect(await reasons({ from: '2026-03-03' })).toEqual([]);
    expect(await reasons({ to: '2026-03-01' })).toEqual([]);
    const { status, refusal } = await server.call('POST /api/staff/audit', {
      as: carl,
      body: { from: '2026-03-03', to: '2026-03-02' },
    });
    expect([status, refusal.errors?.['to']?.[0]?.code]).toEqual([422, 'validation.day_order']);
  });

  it('finds actions by their names in the reader’s language', async () => {
    const { entries } = (
      await server.call('POST /api/staff/audit', { as: carl, language: 'de', body: { search: 'LEVEL FESTGELEGT' } })
    ).body;
    expect(entries.map(({ action }) => action)).toEqual(['clients.set_level', 'clients.set_level']);
  });

  it('shows a new text without an old value', async () => {
    await server.db.tx((tx) =>
      writeAudit(tx, server.clock, {
        actorId: ada.user.id,
        action: 'support.save_canned',
        details: { after_de: 'Hallo' },
      }),
    );
    const { entries } = await read({ action: 'support.save_canned' });
    expect(entries[0]?.details).toEqual([{ name: 'after_de', old: '', value: 'Hallo', text: null }]);
  });

  it('calls a conversation by the number that it has by now', async () => {
    const { body: ticket } = await server.call('POST /api/tickets/create', {
      as: ida,
      body: {
        request_id: randomUUID(),
        category: 'payments',
        subject: 'A fee',
        text: 'There is a fee in my statement of November. Please tell me which one it is.',
      },
    });
    await server.db.tx((tx) =>
      writeAudit(tx, server.clock, {
        actorId: ada.user.id,
        action: 'support.resolve',
        details: { conversation: ticket.ticket_id },
      }),
    );
    const { entries } = await read({ action: 'support.resolve' });
    expect(entries[0]?.details).toEqual([
      { name: 'conversation', old: null, value: ticket.ticket_id, text: ticket.number },
    ]);
  });

  it('is read page by page, each entry once', async () => {
    await server.db.tx(async (tx) => {
      for (let index = 0; index < 55; index += 1)
        await writeAudit(tx, server.clock, {
          actorId: ada.user.id,
          clientId: ida.user.id,
          action: 'clients.set_level',
        });
    });
    const first = await read({ action: 'clients.set_level' });
    const approver = await read({ action: 'clients.set_level', cursor: first.next_cursor });
    expect([first.entries.length, approver.next_cursor, approver.choices]).toEqual([50, null, null]);
    const ids = [...first.entries, ...approver.entries].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says the number of an entry in the hash chain, once it is chained', async () => {
    const numbers = async () => (await read({ action: 'clients.set_level' })).entries.slice(0, 2).map(({ seq }) => seq);
    expect(await numbers()).toEqual([null, null]);
    await server.app.jobs.run('audit.chain');
    const [latest, before] = await numbers();
    expect(Number(latest)).toBe(Number(before) + 1);
  });

  it('records who viewed it, once for each view, and each exported file', async () => {
    await server.db.run(sql`delete from rate_window`);
    server.clock.advance(31 * 60_000);
    const before = (await accesses()).length;
    await Promise.all([read({ client: 'q' }), read({ client: 'qu' })]);
    await read();
    expect((await accesses()).length - before).toBeGreaterThanOrEqual(1);
    const settled = (await accesses()).length;
    await read();
    expect(await accesses()).toHaveLength(settled);
    server.clock.advance(31 * 60_000);
    await read();
    expect(await accesses()).toHaveLength(settled + 1);
    const file = await server.call('GET /api/staff/audit/file', { as: carl, query: { search: 'residence' } });
    expect(file.headers.get('content-disposition')).toContain('audit.csv');
    expect(file.body).toContain('clients.set_level,Verification level set,Ada Berg');
    expect(file.body).toContain('reason: =residence seen');
    expect(await server.db.rows(sql`select details from audit_entry where action = 'staff.export_audit'`)).toEqual([
      { details: { search: 'residence' } },
    ]);
  });

  it('follows its chain, and names the row that breaks it', async () => {
    await extendAuditChain(server.app);
    const check = async () => (await server.call('POST /api/staff/audit/chain', { as: carl, body: {} })).body;
    const whole = await check();
    expect(whole).toMatchObject({ breach: null, waiting: 0, head: { chained_at: server.clock.now().toISOString() } });
    await server.db.run(sql`alter table audit_entry disable trigger audit_entry_append_only`);
    await server.db.run(
      sql`update audit_entry set details = '{}' where action = 'clients.set_level' and details ->> 'reason' = 'passport seen'`,
    );
    expect((await check()).breach).toMatchObject({ why: 'the entry is not what was sealed' });
    await server.db.run(sql`alter table audit_entry enable trigger audit_entry_append_only`);
  });
});
