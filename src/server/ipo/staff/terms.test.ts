import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { openDesk } from '#test/ipo-staff.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;

let server: TestServer;
let ines: Session;
let desk: ReturnType<typeof openDesk>;
beforeAll(async () => {
  server = await startServer();
  ines = await finance();
  desk = openDesk(server, ines);
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

  it('can all be changed in a draft', async () => {
    const { body } = await desk.create();
    const { terms } = await desk.read(body.stock_id);
    const changes = { currency: 'EUR', mode: 'direct' as const, price_high: terms.price_low };
    expect((await desk.act('edit', body.stock_id, { ...terms, ...changes })).body.terms).toMatchObject(changes);
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
});
