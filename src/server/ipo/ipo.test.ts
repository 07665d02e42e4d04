import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk } from '#test/ipo-desk.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;

let server: TestServer;
let ida: Session;
let desk: ReturnType<typeof openDesk>;
beforeAll(async () => {
  server = await startServer();
  ida = await remembered();
  desk = openDesk(server, await remembered('finance'));
});
afterAll(() => server.close());

/** Somebody whose session outlasts the days that the clock is moved by. */
async function remembered(role?: 'finance'): Promise<Session> {
  const { user, password } = await server.register(role ? { roles: ['client', role] } : {});
  return server.signIn({ email: user.email, password, remember: true });
}

const calendar = (how: { form?: boolean; body?: object } = {}) =>
  server.call('POST /api/ipo/calendar', { as: ida, ...how });
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString();

it('shows what was published, the next date first, and moves on with the time', async () => {
  await desk.create();
  await desk.publish({ ticker: 'SOON', opens_at: inHours(5), closes_at: inHours(90) });
  await desk.publish({ ticker: 'LATER', currency: 'EUR', opens_at: inHours(48), closes_at: inHours(60) });
  const tickers = async () => (await calendar()).body.map(({ ticker }) => ticker);
  expect(await tickers()).toEqual(['SOON', 'LATER']);
  server.clock.advance(6 * hourMs);
  expect(await tickers()).toEqual(['LATER', 'SOON']);
  const { body } = await calendar();
  expect(body[0]).toMatchObject({
    currency: 'EUR',
    price_low: '18.00',
    fee_in_percent: '3.00',
    final_price: null,
    mine: null,
  });
});

it('takes a form as well as JSON, and refuses an unknown field', async () => {
  expect((await calendar({ form: true })).body).toEqual((await calendar()).body);
  const { status, refusal } = await calendar({ body: { state: 'open' } });
  expect([status, refusal.errors?.['state']?.[0]?.code]).toEqual([422, 'validation.unknown_field']);
});

it('asks to sign in', async () => {
  const as = server.browser();
  for (const route of ['POST /api/ipo/calendar', 'POST /api/ipo/my-ipo'] as const) {
    const { status, refusal } = await server.call(route, { as });
    expect([status, refusal.code]).toEqual([401, 'http.unauthenticated']);
  }
});

it('does not exist where the operator offers no IPOs, for staff neither', async () => {
  const without = await startServer({ env: { FEATURES_IPO: '0' } });
  try {
    const as = await without.register({ roles: ['client', 'finance'] });
    for (const route of ['POST /api/ipo/calendar', 'POST /api/ipo/my-ipo', 'POST /api/staff/ipo'] as const) {
      const { status, refusal } = await without.call(route, { as });
      expect([status, refusal.code]).toEqual([404, 'http.not_found']);
    }
  } finally {
    await without.close();
  }
});
