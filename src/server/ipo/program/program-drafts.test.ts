import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ipoDraftEndpoints } from '#contract/ipo/program/drafts.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { openStaffScreen, someTerms } from '#test/ipo/staff.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let staff: ReturnType<typeof openStaffScreen>;
let second: ReturnType<typeof openStaffScreen>;
let crm: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  staff = openStaffScreen(server, admin);
  second = openStaffScreen(server, await server.register({ roles: ['client', 'finance'] }));
  crm = await keyFor(server, admin, { name: 'Issuance', scopes: ['ipo:write', 'ipo:read'] });
});
afterAll(() => server.close());

const headersOf = (intent = newId()) => ({ authorization: crm, 'idempotency-key': intent });
const create = (changes: object = {}, intent?: string) =>
  server.call('POST /api/operator/v1/ipo/drafts', { body: someTerms(server, changes), headers: headersOf(intent) });
const edit = (id: string, version: number, changes: object = {}, intent?: string) =>
  server.call('POST /api/operator/v1/ipo/drafts/:id/terms', {
    params: { id },
    body: { ...someTerms(server, changes), version },
    headers: headersOf(intent),
  });
const write = (id: string, version: number, about = 'A harbour.', intent?: string) =>
  server.call('POST /api/operator/v1/ipo/drafts/:id/texts', {
    params: { id },
    body: { version, language: 'en', about, risks: 'The sea.' },
    headers: headersOf(intent),
  });
const point = (id: string, version: number, url = 'https://example.com/prospectus.pdf', intent?: string) =>
  server.call('POST /api/operator/v1/ipo/drafts/:id/prospectus', {
    params: { id },
    body: { version, url },
    headers: headersOf(intent),
  });
const read = (id: string) =>
  server.call('GET /api/operator/v1/ipo/drafts/:id', { params: { id }, headers: { authorization: crm } });
const announced = async () => {
  const id = await staff.publish();
  return { id, version: (await staff.read(id)).version };
};

describe('a draft by a program', () => {
  it('has all that the draft of a person has, and is announced by two people', async () => {
    const { id, version } = (await create({ ticker: 'HARB', quota: 1000 })).body;
    expect(version).toBe(1);
    const terms = someTerms(server, { ticker: 'HARB', quota: 2000, early_exit_percent: null });
    const { version: _, ...changes } = { ...terms, version };
    expect((await edit(id, 1, changes)).body).toEqual({ draft_id: id, version: 2 });
    expect((await write(id, 2)).body).toEqual({ draft_id: id, version: 3 });
    expect((await point(id, 3)).body).toEqual({ draft_id: id, version: 4 });
    expect((await read(id)).body).toEqual({
      id,
      version: 4,
      terms: { ...terms, fee_in_minimum: '0.00', fee_fixed: '0.00' },
      texts: [{ language: 'en', about: 'A harbour.', risks: 'The sea.' }],
      prospectus: 'https://example.com/prospectus.pdf',
    });
    const { body: seen } = await server.call('GET /api/operator/v1/ipo/offerings', {
      headers: { authorization: crm },
    });
    expect(seen.data.map((offering) => offering.id)).not.toContain(id);
    await second.action('publish', id);
    expect((await staff.read(id)).state).toBe('draft');
    await staff.decide(id);
    expect((await staff.read(id)).state).toBe('announced');
    expect((await read(id)).status).toBe(404);
  });

  it('is in the history under the administrator of the key, with its name', async () => {
    const { id } = (await create()).body;
    await edit(id, 1, { lock_up_days: 30 });
    const { history } = await staff.read(id);
    expect(history.map(({ action, details }) => [action, details['key']])).toEqual([
      ['edit', 'Issuance'],
      ['create', 'Issuance'],
    ]);
    const entries = await server.db.rows<{ by: string }>(sql`
      select actor_id as by from audit_entry where details ->> 'offering' = ${id}`);
    expect(entries).toEqual([{ by: admin.user.id }, { by: admin.user.id }]);
  });

  it('is made and changed once by one intent, however often it arrives', async () => {
    const [creation, change] = [newId(), newId()];
    const terms = someTerms(server);
    const answers = await Promise.all([1, 2, 3].map(() => create(terms, creation)));
    const [id, ...others] = new Set(answers.map(({ body }) => body.id));
    expect(others).toEqual([]);
    const edits = await Promise.all([1, 2, 3].map(() => edit(id ?? '', 1, terms, change)));
    expect(edits.map(({ body }) => body.version)).toEqual([2, 2, 2]);
    expect((await read(id ?? '')).body.version).toBe(2);
  });

  it('gets one of two changes that were based on the same version', async () => {
    const { id } = (await create()).body;
    const answers = await Promise.all([write(id, 1, 'By one.'), write(id, 1, 'By another.')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await read(id)).body).toMatchObject({ version: 2, texts: [{ language: 'en' }] });
  });
});

describe('an offering that is announced', () => {
  it('is changed by no program, though staff may change its times', async () => {
    const { id, version } = await announced();
    const { terms } = await staff.read(id);
    const closes_at = new Date(Date.parse(terms.closes_at) + 3_600_000).toISOString();
    for (const response of [
      await edit(id, version, { ...terms, closes_at }),
      await write(id, version),
      await point(id, version),
    ])
      expect(response.refusal.code).toBe('ipo_staff.state');
    expect((await staff.action('edit', id, { ...terms, closes_at })).status).toBe(200);
  });
});

describe('refusals', () => {
  const { meets, unmet } = refusalsOf(ipoDraftEndpoints);
  /** Terms that are each wrong in one way, in the contract’s order. */
  const wrong = [
    { currency: 'XXX' },
    { price_low: '18.001' },
    { price_high: '17.00' },
    { mode: 'direct' },
    { quota: 1005 },
    { shares_offered: 990 },
    { closes_at: '2020-01-01T00:00:00Z' },
  ];
  meets('operator_api.draft', () => [() => read(newId())]);
  meets('operator_api.create_draft', async () => {
    const intent = newId();
    await create({ ticker: 'TWICE' }, intent);
    return [
      () => create({ currency: 'XXX' }, intent),
      ...wrong.map((changes) => () => create(changes)),
      () => create({ ticker: 'TWICE' }),
    ];
  });
  meets('operator_api.edit_draft', async () => {
    const [{ id }, past, intent] = [(await create()).body, await announced(), newId()];
    await create({ ticker: 'EARLIER' });
    await edit(id, 1, {}, intent);
    return [
      () => edit(id, 9, { currency: 'XXX' }, intent),
      () => edit(newId(), 9, { currency: 'XXX' }),
      () => edit(past.id, 999, { currency: 'XXX' }),
      () => edit(id, 9, { currency: 'XXX' }),
      ...wrong.map((changes) => () => edit(id, 2, changes)),
      () => edit(id, 2, { ticker: 'EARLIER' }),
    ];
  });
  meets('operator_api.write_text_to_draft', async () => {
    const [{ id }, past, intent] = [(await create()).body, await announced(), newId()];
    await write(id, 1, 'First.', intent);
    return [
      () => write(id, 9, 'Other.', intent),
      () => write(newId(), 9),
      () => write(past.id, 999),
      () => write(id, 9),
    ];
  });
  meets('operator_api.set_prospectus', async () => {
    const [{ id }, past, intent] = [(await create()).body, await announced(), newId()];
    await point(id, 1, undefined, intent);
    return [
      () => point(id, 9, undefined, intent),
      () => point(newId(), 9),
      () => point(past.id, 999),
      () => point(id, 9),
    ];
  });
  it('are all covered', () => expect(unmet()).toEqual([]));
});
