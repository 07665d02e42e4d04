import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;

let server: TestServer;
let ines: Session;
let staff: ReturnType<typeof openStaffScreen>;
beforeAll(async () => {
  server = await startServer();
  ines = await finance();
  staff = openStaffScreen(server, ines);
});
afterAll(() => server.close());

async function finance(): Promise<Session> {
  const { user, password } = await server.register({ roles: ['client', 'finance'] });
  return server.signIn({ email: user.email, password, remember: true });
}

const codesOf = (response: { refusal: { errors?: Record<string, { code: string }[]> } }) =>
  Object.entries(response.refusal.errors ?? {}).map(([field, [error]]) => `${field}: ${error?.code}`);

describe('terms', () => {
  it.each([
    [{ currency: 'XXX' }, ['currency: ipo_staff.currency']],
    [{ currency: 'AUD' }, ['currency: ipo_staff.currency']],
    [{ price_low: '18.001' }, ['price_low: ipo_staff.scale']],
    [{ price_high: '17.00' }, ['price_high: ipo_staff.range']],
    [{ mode: 'direct' }, ['price_high: ipo_staff.one_price']],
    [{ min_quantity: 5, quota: 1005 }, ['quota: ipo_staff.lots', 'min_quantity: ipo_staff.lots']],
    [{ shares_offered: 990 }, ['quota: ipo_staff.quota']],
    [{ closes_at: '2020-01-01T00:00:00Z' }, ['closes_at: ipo_staff.times']],
  ])('that do not fit are refused at their fields: %o', async (changes, codes) => {
    const response = await staff.create(changes);
    expect([response.status, codesOf(response)]).toEqual([422, codes]);
  });

  it('keep a ticker unique', async () => {
    await staff.create({ ticker: 'TWICE' });
    expect(codesOf(await staff.create({ ticker: 'TWICE' }))).toEqual(['ticker: ipo_staff.ticker_taken']);
  });

  it('can all be changed in a draft', async () => {
    const { body } = await staff.create();
    const { terms } = await staff.read(body.stock_id);
    const changes = { currency: 'EUR', mode: 'direct' as const, price_high: terms.price_low };
    expect((await staff.action('edit', body.stock_id, { ...terms, ...changes })).body.terms).toMatchObject(changes);
  });

  it('stay as they are once clients have relied on them', async () => {
    const id = await staff.publish();
    server.clock.advance(hourMs);
    await server.app.jobs.run('ipo.advance_offerings');
    const { terms } = await staff.read(id);
    const refused = await staff.action('edit', id, { ...terms, price_high: '21.00', fee_in_percent: '9.00' });
    expect(codesOf(refused)).toEqual(['price_high: ipo_staff.fixed', 'fee_in_percent: ipo_staff.fixed']);
    const closes_at = new Date(server.clock.now().getTime() + 2 * hourMs).toISOString();
    expect((await staff.action('edit', id, { ...terms, closes_at })).body.terms.closes_at).toBe(closes_at);
  });
});

describe('an action', () => {
  it('applies to the version that the caller has seen, and runs once per key', async () => {
    const { body } = await staff.create();
    const at = { stock_id: body.stock_id, version: body.version, request_id: newId() };
    const write = (more: object) =>
      server.call('POST /api/staff/ipo/text', {
        as: ines,
        body: { ...at, language: 'en', about: 'Ships.', risks: 'Storms.', ...more },
      });
    expect((await write({})).status).toBe(200);
    expect((await write({})).body.version).toBe(body.version + 1);
    expect((await write({ about: 'Boats.' })).refusal.code).toBe('http.idempotency_mismatch');
    expect((await write({ request_id: newId() })).refusal.code).toBe('ipo_staff.version');
    expect((await write({ request_id: newId(), stock_id: newId() })).refusal.code).toBe('http.not_found');
  });
});
