import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '#contract/api.ts';
import { calendarPage } from '#contract/ipo/calendar.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { agreed, newApplicant, offerIpos, openOffering } from '#test/ipo/offerings.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;

let server: TestServer;
let ida: Session;
let staff: ReturnType<typeof openStaffScreen>;
beforeAll(async () => {
  server = await startServer();
  ida = await remembered();
  staff = openStaffScreen(server, await remembered('finance'));
});
afterAll(() => server.close());

/** A person whose session lasts longer than the days that the clock moves. */
async function remembered(role?: 'finance'): Promise<Session> {
  const { user, password } = await server.register(role ? { roles: ['client', role] } : {});
  return server.signIn({ email: user.email, password, remember: true });
}

const calendar = (how: { form?: boolean; body?: object } = {}) =>
  server.call('POST /api/ipo/calendar', { as: ida, ...how });
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs).toISOString();

it('shows what was published, the next date first, and follows the clock', async () => {
  await staff.create();
  await staff.publish({ ticker: 'SOON', opens_at: inHours(5), closes_at: inHours(90) });
  await staff.publish({ ticker: 'LATER', currency: 'EUR', opens_at: inHours(48), closes_at: inHours(60) });
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

it('accepts a form as well as JSON, and refuses an unknown field', async () => {
  expect((await calendar({ form: true })).body).toEqual((await calendar()).body);
  const { status, refusal } = await calendar({ body: { state: 'open' } });
  expect([status, refusal.errors?.['state']?.[0]?.code]).toEqual([422, 'validation.unknown_field']);
});

it('requires a session', async () => {
  const as = server.browser();
  for (const route of ['POST /api/ipo/calendar', 'POST /api/ipo/my-ipo'] as const) {
    const { status, refusal } = await server.call(route, { as });
    expect([status, refusal.code]).toEqual([401, 'http.unauthenticated']);
  }
});

it('is absent where no IPOs are offered, except for earlier applicants, and settlement continues', async () => {
  const without = await startServer();
  try {
    const { session: applicant } = await newApplicant(without, 5_000_000n);
    const body = agreed(await openOffering(without), 10);
    const headers = () => ({ 'idempotency-key': newId() });
    const bought = await without.call('POST /api/ipo/buy', { as: applicant, body, headers: headers() });
    expect(bought.status).toBe(200);
    const stranger = await without.register();
    await without.call('POST /api/ipo/calendar-feed/create', { as: stranger, body: {} });
    const feeds = () =>
      without.db.rows(sql`select from ipo_calendar_feed where revoked_at is null`).then((rows) => rows.length);
    const finance = await without.register({ roles: ['client', 'finance'] });
    expect(await feeds()).toBe(1);
    await offerIpos(without, false);

    const nothing = [404, 'http.not_found'];
    const response = async (route: Route, as: Session, input: object = {}) => {
      const { status, refusal } = await without.call(route, { as, body: input, headers: headers() });
      return [status, status === 200 ? undefined : refusal.code];
    };
    for (const as of [stranger, finance, applicant])
      expect(await response('POST /api/ipo/calendar', as)).toEqual(nothing);
    for (const as of [stranger, finance]) expect(await response('POST /api/ipo/my-ipo', as)).toEqual(nothing);
    expect(await response('POST /api/ipo/buy', applicant, body)).toEqual(nothing);
    expect(await response('POST /api/staff/ipo', finance)).toEqual([200, undefined]);
    expect(await response('POST /api/ipo/calendar-feed/revoke', stranger)).toEqual([200, undefined]);
    expect(await feeds()).toBe(0);

    const { body: own } = await without.call('POST /api/ipo/my-ipo', { as: applicant, body: {} });
    expect(own).toHaveLength(1);
    const id = own[0]?.id ?? '';
    expect(await response('POST /api/ipo/cancel', applicant, { application_id: id })).toEqual([200, undefined]);
    without.clock.advance(2 * hourMs);
    await without.app.jobs.run('ipo.advance_offerings');
    expect(await without.db.rows(sql`select from ipo_offering where state = 'open'`)).toEqual([]);

    await offerIpos(without, true);
    expect(await response('POST /api/ipo/calendar', stranger)).toEqual([200, undefined]);
  } finally {
    await without.close();
  }
});

it('answers the calendar in pages', async () => {
  const id = await staff.publish({ ticker: 'MANY', opens_at: inHours(5), closes_at: inHours(90) });
  // Copies have no draw, which the guards would refuse.
  await server.db.run(sql`alter table ipo_offering disable trigger user`);
  await server.db.run(sql`
    insert into ipo_offering
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'ticker', 'M' || n, 'opens_at', o.opens_at - n * interval '1 minute'))).*
    from ipo_offering o, generate_series(1, ${calendarPage + 5}) n where o.id = ${id}`);
  await server.db.run(sql`alter table ipo_offering enable trigger user`);
  const { body: first } = await calendar();
  const { body: second } = await calendar({ body: { skip: calendarPage } });
  expect(first).toHaveLength(calendarPage);
  expect(second.length).toBeGreaterThanOrEqual(6);
  expect(new Set([...first, ...second].map(({ stock_id }) => stock_id)).size).toBe(first.length + second.length);
  expect((await calendar({ body: { skip: 100_000 } })).body).toEqual([]);
});
