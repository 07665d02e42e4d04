import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { seedApplication, seedOfferings } from './demo-offerings.ts';

const dayMs = 86_400_000;

let server: TestServer;
let ida: Session;
let otto: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await remembered();
  otto = await remembered();
  await seedOfferings(server.app);
  await seedOfferings(server.app);
});
afterAll(() => server.close());

/** Somebody whose session outlasts the days that the clock is moved by. */
const remembered = async () => server.signIn({ email: (await server.register()).user.email, remember: true });

const calendar = (how: { form?: boolean; body?: object } = {}) =>
  server.call('POST /api/ipo/calendar', { as: ida, ...how });
const tickers = async () => (await calendar()).body.map(({ ticker }) => ticker);

describe('ipo.calendar', () => {
  it('gives offerings in decimals, the next date first', async () => {
    const { body } = await calendar();
    expect(body.map(({ ticker, state }) => `${ticker} ${state}`)).toEqual([
      'MSTL priced',
      'HTIDE open',
      'CRVN announced',
      'FWDX listed',
    ]);
    expect(body[0]).toMatchObject({
      currency: 'EUR',
      price_low: '9.20',
      price_high: '10.80',
      final_price: '10.10',
      fee_in_percent: '2.00',
      fee_out_percent: '0.25',
      lot_size: 25,
      listed_at: new Date(server.clock.now().getTime() + 3 * dayMs).toISOString(),
    });
    expect(body[1]?.final_price).toBeNull();
  });

  it('takes a form as well as JSON', async () => {
    expect((await calendar({ form: true })).body).toEqual((await calendar()).body);
  });

  it('moves on with the time', async () => {
    server.clock.advance(3.5 * dayMs);
    expect(await tickers()).toEqual(['HTIDE', 'CRVN', 'MSTL', 'FWDX']);
  });

  it('shows no drafts and puts what was withdrawn last', async () => {
    await server.db.run(sql`update ipo_offering set state = 'withdrawn' where ticker = 'HTIDE'`);
    await server.db.run(sql`update ipo_offering set state = 'draft' where ticker = 'CRVN'`);
    expect(await tickers()).toEqual(['MSTL', 'FWDX', 'HTIDE']);
  });

  it('refuses an unknown field', async () => {
    const { status, refusal } = await calendar({ body: { state: 'open' } });
    expect([status, refusal.errors?.['state']?.[0]?.code]).toEqual([422, 'validation.unknown_field']);
  });
});

describe('ipo.my_ipo', () => {
  const mine = (as: Session) => server.call('POST /api/ipo/my-ipo', { as });

  it('is empty at first, then gives the own applications and nobody else’s', async () => {
    expect((await mine(ida)).body).toEqual([]);
    const now = server.clock.now();
    await server.db.run(sql`
      insert into ipo_application (id, offering_id, client_id, quantity, allotted_quantity, state, created_at, updated_at)
      select ${newId()}, id, ${ida.user.id}, 485, 72, 'in_lock_up', ${now}, ${now} from ipo_offering where ticker = 'FWDX'`);
    expect((await mine(ida)).body).toMatchObject([
      {
        ticker: 'FWDX',
        currency: 'USD',
        quantity: 485,
        allotted_quantity: 72,
        state: 'in_lock_up',
        at: now.toISOString(),
      },
    ]);
    expect((await mine(otto)).body).toEqual([]);
  });

  it('shows the demo’s application that brought nothing, once', async () => {
    await seedApplication(server.app, otto.user.id);
    await seedApplication(server.app, otto.user.id);
    expect((await mine(otto)).body).toMatchObject([{ ticker: 'FWDX', allotted_quantity: 0, state: 'not_allotted' }]);
  });

  it('rests on one live application per client and offering', async () => {
    const again = server.db.run(sql`
      insert into ipo_application (id, offering_id, client_id, quantity, state, created_at, updated_at)
      select ${newId()}, offering_id, client_id, 1, 'submitted', created_at, updated_at from ipo_application`);
    await expect(again).rejects.toThrow('ipo_application_one_live');
  });
});

it('asks to sign in', async () => {
  const as = server.browser();
  for (const route of ['POST /api/ipo/calendar', 'POST /api/ipo/my-ipo'] as const) {
    const { status, refusal } = await server.call(route, { as });
    expect([status, refusal.code]).toEqual([401, 'http.unauthenticated']);
  }
});

it('does not exist where the operator offers no IPOs', async () => {
  const without = await startServer({ env: { FEATURES_IPO: '0' } });
  try {
    const as = await without.register();
    for (const route of ['POST /api/ipo/calendar', 'POST /api/ipo/my-ipo'] as const) {
      const { status, refusal } = await without.call(route, { as });
      expect([status, refusal.code]).toEqual([404, 'http.not_found']);
    }
  } finally {
    await without.close();
  }
});
