import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { listedHolding, newApplicant } from '#test/ipo/offerings.ts';
import { codeOf, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let agent: Session;
let officer: Session;
let ida: Payer;
let idaId: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  agent = await server.register({ first_name: 'Sven', roles: ['client', 'support'] });
  officer = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  ida = await newPayer(server, 3, 12_345n);
  idaId = ida.session.user.id;
});
afterAll(() => server.close());

const unknown = '00000000-0000-7000-8000-000000000000';
const card = (as: Session, client_id = idaId) =>
  server.call('POST /api/staff/clients/card', { as, body: { client_id } });
const actions = async (action: string) =>
  (await server.db.rows<{ actor_id: string }>(sql`select actor_id from audit_entry where action = ${action}`)).length;

describe('the card of a client', () => {
  it('shows what the client has', async () => {
    const { body } = await card(agent);
    expect(body).toMatchObject({
      id: idaId,
      verification_level: 3,
      tier: 'standard',
      state: 'active',
      tags: [],
    });
    expect(body.wallets).toMatchObject([{ currency: 'USD', available: '123.45', held: '0.00' }]);
    expect((await card(agent, unknown)).status).toBe(404);
  });

  it('counts as an access, recorded once in half an hour, and does not notify the client', async () => {
    server.clock.advance(31 * 60_000);
    const before = await actions('staff.view_client');
    await card(officer);
    await card(officer);
    await server.call('POST /api/staff/clients/payments', { as: officer, body: { client_id: idaId } });
    expect(await actions('staff.view_client')).toBe(before + 1);
    server.clock.advance(31 * 60_000);
    await card(officer);
    expect(await actions('staff.view_client')).toBe(before + 2);
    const { body } = await server.call('POST /api/settings/activity', { as: ida.session, body: {} });
    expect(body.filter(({ action }) => action.startsWith('staff.'))).toEqual([]);
  });

  it('shows the client’s shares, and how much of each application was allotted', async () => {
    const holder = await newApplicant(server);
    const stock_id = await listedHolding(server, holder, { quantity: 100, tradableInMs: 86_400_000 });
    const shares = async (client_id = holder.session.user.id, as = agent) =>
      server.call('POST /api/staff/clients/holdings', { as, body: { client_id } });
    const holdings = (await shares()).body;
    const { rows: applications } = (
      await server.call('POST /api/staff/clients/applications', {
        as: agent,
        body: { client_id: holder.session.user.id },
      })
    ).body;
    expect(holdings).toMatchObject([
      { stock_id, quantity: 100, free_quantity: 0, state: 'in_lock_up', cost: '2060.00', value: '3000.00' },
    ]);
    expect(applications).toMatchObject([{ offering_id: stock_id, quantity: 100, allotted_quantity: 100 }]);
    expect((await shares(idaId)).body).toEqual([]);
    expect((await shares(unknown)).status).toBe(404);
    expect((await shares(idaId, holder.session)).status).toBe(403);
  });

  it('leads reviewers to the client’s verification case, also before the client has sent anything', async () => {
    const open = async (as: Session, client_id = idaId) =>
      (await server.call('POST /api/staff/verification/case', { as, body: { client_id } })).status;
    expect([await open(officer), await open(admin), await open(agent)]).toEqual([200, 200, 403]);
    expect(await open(officer, unknown)).toBe(404);
  });

  it('keeps notes with their author, and never loses one', async () => {
    const text = 'Called; wants a second wallet.';
    const note = { client_id: idaId, text };
    expect(
      (await server.call('POST /api/staff/clients/note', { as: agent, body: { ...note, client_id: unknown } })).status,
    ).toBe(404);
    await server.call('POST /api/staff/clients/note', { as: agent, body: note });
    const { body } = await server.call('POST /api/staff/clients/notes', { as: officer, body: { client_id: idaId } });
    expect(body.rows).toMatchObject([{ author: 'Sven Berg', text }]);
    await expect(server.db.run(sql`update client_note set text = 'x'`)).rejects.toThrow('append-only');
    await expect(server.db.run(sql`delete from client_note`)).rejects.toThrow('append-only');
  });

  it('keeps tags, each once, twenty at most even at once, and finds by them', async () => {
    const tag = (word: string, client_id = idaId) =>
      server.call('POST /api/staff/clients/tag', { as: agent, body: { client_id, tag: word } });
    expect((await tag('vip', unknown)).status).toBe(404);
    expect((await tag('vip')).body).toEqual(['vip']);
    expect((await tag('vip')).body).toEqual(['vip']);
    const responses = await Promise.all(Array.from({ length: 25 }, (_, index) => tag(`tag ${index}`)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(responses.find(({ status }) => status !== 200)?.refusal.code).toBe('staff.tags_full');
    const found = await server.call('POST /api/staff/clients', { as: agent, body: { tag: 'vip' } });
    expect(found.body.clients.map(({ id }) => id)).toEqual([idaId]);
    const { body } = await server.call('POST /api/staff/clients/tag/remove', {
      as: agent,
      body: { client_id: idaId, tag: 'vip' },
    });
    expect(body).not.toContain('vip');
  });
});

describe('shutting out', () => {
  const turn = (as: Session, client_id: string, how: 'block' | 'unblock', reason = 'under_inquiry') =>
    server.call(`POST /api/staff/clients/${how}`, { as, body: { client_id, reason } });
  const codes = async (how: 'block' | 'unblock') => [
    (await turn(officer, unknown, how)).refusal.code,
    (await turn(officer, officer.user.id, how)).refusal.code,
    (await turn(officer, agent.user.id, how)).refusal.code,
    ...(how === 'block' ? [codeOf(await turn(officer, idaId, how, 'mood'))] : []),
    (await turn(officer, idaId, how)).refusal.code,
  ];

  it('ends the client’s sessions, and prevents every sign-in until the client is unblocked', async () => {
    expect(await codes('unblock')).toEqual([
      'http.not_found',
      'staff.own_profile',
      'staff.is_staff',
      'staff.not_blocked',
    ]);
    const both = await Promise.all([turn(officer, idaId, 'block'), turn(admin, idaId, 'block')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await codes('block')).toEqual([
      'http.not_found',
      'staff.own_profile',
      'staff.is_staff',
      'reasons.not_open',
      'staff.blocked',
    ]);
    expect((await server.call('POST /api/wallets', { as: ida.session })).status).toBe(401);
    await expect(server.signIn({ email: ida.session.user.email })).rejects.toThrow('auth.credentials');
    expect((await card(agent)).body.state).toBe('blocked');
    const found = await server.call('POST /api/staff/clients', { as: agent, body: { state: 'blocked' } });
    expect(found.body.clients.map(({ id }) => id)).toEqual([idaId]);
    expect((await turn(admin, idaId, 'unblock')).status).toBe(200);
    const again = await server.signIn({ email: ida.session.user.email });
    const { body } = await server.call('POST /api/settings/activity', { as: again, body: {} });
    expect(body.map(({ action }) => action)).toEqual(expect.arrayContaining(['staff.block', 'staff.unblock']));
    expect([await actions('staff.block'), await actions('staff.unblock')]).toEqual([1, 1]);
  });

  it('is for administrators where it concerns staff', async () => {
    expect((await turn(admin, agent.user.id, 'block')).status).toBe(200);
    const other = await server.register({ roles: ['client', 'admin'] });
    const both = await Promise.all([turn(admin, other.user.id, 'block'), turn(other, admin.user.id, 'block')]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await card(agent)).status).toBe(401);
    await server.db.run(sql`update person set blocked_at = null where id = ${admin.user.id}`);
  });
});

describe('the list of clients', () => {
  it('is filtered, and exported as a file by staff who may do so', async () => {
    const emails = async (filter: object) =>
      (await server.call('POST /api/staff/clients', { as: officer, body: filter })).body.clients.map(
        ({ email }) => email,
      );
    const ofLevel = await emails({ level: 3 });
    expect(ofLevel).toContain(ida.session.user.email);
    expect(ofLevel).not.toContain(admin.user.email);
    expect(await emails({ role: 'admin' })).toContain(admin.user.email);
    expect(await emails({ country: 'FR' })).toEqual([]);
    expect(await emails({ tier: 'standard', country: 'DE', state: 'active' })).toContain(ida.session.user.email);
    const file = await server.call('GET /api/staff/clients/file', { as: officer, query: { level: '3' } });
    expect(file.body).toContain(ida.session.user.email);
    expect(file.body).not.toContain(admin.user.email);
    expect(await actions('clients.export')).toBe(1);
  });
});
