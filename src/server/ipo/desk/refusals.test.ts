import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { applyFor } from '#test/ipo-book.ts';
import { openDesk, someTerms } from '#test/ipo-desk.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;

let server: TestServer;
let ines: Session;
let desk: ReturnType<typeof openDesk>;
let second: ReturnType<typeof openDesk>;
beforeAll(async () => {
  server = await startServer();
  ines = await finance();
  desk = openDesk(server, ines);
  second = openDesk(server, await finance());
});
afterAll(() => server.close());

async function finance(): Promise<Session> {
  const { user, password } = await server.register({ roles: ['client', 'finance'] });
  return server.signIn({ email: user.email, password, remember: true });
}

const codesOf = (answer: { refusal: { errors?: Record<string, { code: string }[]> } }) =>
  Object.entries(answer.refusal.errors ?? {}).map(([field, [error]]) => `${field}: ${error?.code}`);

describe('terms', () => {
  it.each([
    [{ currency: 'XXX' }, ['currency: ipo_desk.currency']],
    [{ price_low: '18.001' }, ['price_low: ipo_desk.scale']],
    [{ price_high: '17.00' }, ['price_high: ipo_desk.range']],
    [{ mode: 'direct' }, ['price_high: ipo_desk.one_price']],
    [{ min_quantity: 5, quota: 1005 }, ['quota: ipo_desk.lots', 'min_quantity: ipo_desk.lots']],
    [{ shares_offered: 990 }, ['quota: ipo_desk.quota']],
    [{ closes_at: '2020-01-01T00:00:00Z' }, ['closes_at: ipo_desk.times']],
  ])('that do not fit are refused at their fields: %o', async (changes, codes) => {
    const answer = await desk.create(changes);
    expect([answer.status, codesOf(answer)]).toEqual([422, codes]);
  });

  it('keep a ticker to itself', async () => {
    await desk.create({ ticker: 'TWICE' });
    expect(codesOf(await desk.create({ ticker: 'TWICE' }))).toEqual(['ticker: ipo_desk.ticker_taken']);
  });

  it('stay as they are once clients have built on them', async () => {
    const id = await desk.publish();
    server.clock.advance(hourMs);
    await server.app.jobs.run('ipo.life');
    const { terms } = await desk.read(id);
    const refused = await desk.act('edit', id, { ...terms, price_high: '21.00', fee_in_percent: '9.00' });
    expect(codesOf(refused)).toEqual(['price_high: ipo_desk.fixed', 'fee_in_percent: ipo_desk.fixed']);
    const closes_at = new Date(server.clock.now().getTime() + 2 * hourMs).toISOString();
    expect((await desk.act('edit', id, { ...terms, closes_at })).body.terms.closes_at).toBe(closes_at);
  });
});

describe('an act', () => {
  it('is on what somebody has seen, and done once for its key', async () => {
    const { body } = await desk.create();
    const at = { stock_id: body.stock_id, version: body.version, request_id: newId() };
    const write = (more: object) =>
      server.call('POST /api/staff/ipo/text', {
        as: ines,
        body: { ...at, language: 'en', about: 'Ships.', risks: 'Storms.', ...more },
      });
    expect((await write({})).status).toBe(200);
    expect((await write({})).body.version).toBe(body.version + 1);
    expect((await write({ about: 'Boats.' })).refusal.code).toBe('http.idempotency_mismatch');
    expect((await write({ request_id: newId() })).refusal.code).toBe('ipo_desk.version');
    expect((await write({ request_id: newId(), stock_id: newId() })).refusal.code).toBe('http.not_found');
  });

  it('waits for what it needs', async () => {
    const { body } = await desk.create();
    const id = body.stock_id;
    expect((await desk.act('publish', id)).refusal.code).toBe('ipo_desk.no_text');
    await desk.act('text', id, { language: 'en', about: 'Ships.', risks: 'Storms.' });
    expect((await desk.act('publish', id)).refusal.code).toBe('ipo_desk.no_prospectus');
    await desk.act('prospectus', id, { url: 'https://example.com/p.pdf' });
    await desk.act('edit', id, {
      ...someTerms(server, { opens_at: '2026-01-01T00:00:00Z', closes_at: '2026-01-02T00:00:00Z' }),
    });
    expect((await desk.act('publish', id)).refusal.code).toBe('ipo_desk.times');
    expect((await desk.act('quote', id, { price: '20.00' })).refusal.code).toBe('ipo_desk.state');
    expect((await desk.preview(id, 'withdraw')).refusal.code).toBe('ipo_desk.state');
  });

  it('does not allot in full more than there is, nor list before all is settled, nor reject its actor’s own', async () => {
    const id = await desk.publish({ quota: 100 });
    server.clock.advance(hourMs);
    await server.app.jobs.run('ipo.life');
    const applications = [await applyFor(server.db, id, 100), await applyFor(server.db, id, 100)];
    const reject = (as: Session) =>
      server.call('POST /api/staff/ipo/reject', {
        as,
        body: {
          application_id: applications[0]?.id ?? '',
          reason: 'by_broker',
          note: 'Asked twice.',
          request_id: newId(),
        },
      });
    await server.db.run(sql`alter table ipo_application disable trigger user`);
    await server.db.run(sql`update ipo_application set client_id = ${ines.user.id} where id = ${applications[0]?.id}`);
    await server.db.run(sql`alter table ipo_application enable trigger user`);
    expect((await reject(ines)).refusal.code).toBe('ipo_desk.own_application');
    server.clock.advance(25 * hourMs);
    await server.app.jobs.run('ipo.life');
    await desk.act('propose-price', id, { price: '19.00' });
    await second.decide(id);
    await desk.act('propose-allotment', id, { method: 'full' });
    expect((await second.decide(id)).refusal.code).toBe('ipo.quota_exceeded');
    await second.decide(id, 'reject');
    await desk.act('propose-allotment', id, { method: 'pro_rata' });
    await second.decide(id);
    const listing = { listed_at: server.clock.now().toISOString(), first_price: '20.00' };
    expect((await desk.act('list', id, listing)).refusal.code).toBe('ipo_desk.state');
    await server.app.jobs.run('ipo.allotment');
    const early = await desk.act('list', id, { ...listing, listed_at: '2026-01-01T00:00:00Z' });
    expect(codesOf(early)).toEqual(['listed_at: ipo_desk.times']);
    expect((await desk.act('list', id, listing)).status).toBe(200);
  });
});
