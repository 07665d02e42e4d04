import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { brokenRules } from '#test/ipo/book.ts';
import { agreed, bringTo, newApplicant, openOffering, type OpenTerms } from '#test/ipo/offerings.ts';
import { asker, codeOf, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

const hourMs = 3_600_000;

let server: TestServer;
let request: ReturnType<typeof asker>;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
  ida = await newApplicant(server, 100_000_000n);
});
afterAll(() => server.close());

const buy = ({ session }: Payer, body: object, key?: string) => request('POST /api/ipo/buy', session, body, key);
const money = ({ wallet }: Payer) => balancesOf(server.db, wallet);
const applied = async (payer: Payer, quantity = 10, terms: OpenTerms = {}) => {
  const stockId = await openOffering(server, terms);
  const { status, body, refusal } = await buy(payer, agreed(stockId, quantity));
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return { stockId, id: body.id };
};

describe('ipo.buy of a subscription', () => {
  it('sets aside what the shares cost at the upper price, with the fee', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await openOffering(server);
    const { status, body } = await buy(client, agreed(stockId, 100));
    expect(status).toBe(200);
    // 100 × 20.00 = 2,000.00 and 3 % of it.
    expect(body).toMatchObject({
      state: 'submitted',
      quantity: 100,
      held: '2060.00',
      amendable: true,
      cancellable: true,
    });
    expect(body.next).toMatchObject({ what: 'close', who: null });
    expect(await money(client)).toEqual([794_000n, 206_000n]);
    const { body: info } = await request('POST /api/ipo/application', client.session, { application_id: body.id });
    expect(info.history).toMatchObject([{ state: 'submitted', quantity: 100, by: 'client' }]);
    expect(info.terms).toMatchObject({ price_low: '18.00', price_high: '20.00', fee_in_percent: '3.00' });
    expect(info.offering.demand).toEqual({ quantity: 100, applicants: 1 });
  });

  it('takes a limit within the range, in whole cents', async () => {
    const client = await newApplicant(server);
    const stockId = await openOffering(server);
    const at = (limit_price?: string) => buy(client, agreed(stockId, 10, { price_type: 'limit', limit_price }));
    for (const limit of ['17.99', '20.01', '19.005', undefined])
      expect(codeOf(await at(limit))).toBe('ipo.limit_price');
    expect((await at('19.500')).body).toMatchObject({ price_type: 'limit', limit_price: '19.50' });
  });

  it.each([
    ['quantity', 0],
    ['quantity', -10],
    ['quantity', 1.5],
    ['quantity', 'many'],
    ['quantity', 3_000_000_000],
    ['limit_price', '-1'],
    ['price_type', 'cheap'],
    ['stock_id', 'FWDX'],
    ['shares', 10],
  ])('refuses a wrong %s', async (field, value) => {
    const stockId = await openOffering(server);
    const { status, refusal } = await buy(ida, agreed(stockId, 10, { [field]: value }));
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });

  it('needs a wallet in the currency', async () => {
    const stockId = await openOffering(server, { currency: 'EUR' });
    expect(codeOf(await buy(ida, agreed(stockId, 10)))).toBe('ipo.no_wallet');
  });

  it('makes one application when a client applies 20 times at once', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await openOffering(server);
    const responses = await Promise.all(Array.from({ length: 20 }, () => buy(client, agreed(stockId, 10))));
    const codes = responses.map((response) => (response.status === 200 ? 'applied' : codeOf(response)));
    expect(codes.filter((code) => code === 'applied')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['applied', 'ipo.already_applied']));
    expect(await money(client)).toEqual([979_400n, 20_600n]);
  });

  it('has one effect under one key, and refuses the key for another request', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await openOffering(server);
    const key = randomUUID();
    const body = agreed(stockId, 10);
    const responses = await Promise.all(Array.from({ length: 10 }, () => buy(client, body, key)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(codeOf(await buy(client, { ...body, quantity: 20 }, key))).toBe('http.idempotency_mismatch');
    expect((await money(client))[1]).toBe(20_600n);
  });

  it('charges the lower fee of a tier', async () => {
    const client = await newApplicant(server, 1_000_000n);
    await server.db.run(sql`
      insert into client_tier (client_id, earned_tier, since, changed_at)
      values (${client.wallet.clientId}, 'vip', ${server.clock.now()}, ${server.clock.now()})
      on conflict (client_id) do update set earned_tier = 'vip'`);
    const stockId = await openOffering(server);
    expect((await buy(client, agreed(stockId, 100))).body.held).toBe('2020.00');
    const { body } = await request('POST /api/ipo/offering', client.session, { stock_id: stockId });
    expect(body.fee_in_percent).toBe('1.00');
  });
});

describe('ipo.buy of a direct offering', () => {
  it('buys at once and books the shares', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await openOffering(server, { mode: 'direct' });
    const { body } = await buy(client, agreed(stockId, 100));
    expect(body).toMatchObject({
      state: 'settled',
      allotted_quantity: 100,
      cost: '2000.00',
      fee: '60.00',
      released: '0.00',
    });
    expect(await money(client)).toEqual([794_000n, 0n]);
    const { body: holdings } = await request('POST /api/ipo/holdings', client.session, {});
    expect(holdings).toMatchObject([
      { quantity: 100, free_quantity: 0, state: 'waiting_for_listing', cost: '2060.00' },
    ]);
    const { body: info } = await request('POST /api/ipo/application', client.session, { application_id: body.id });
    expect(info.history.map(({ state }) => state)).toEqual(['submitted', 'allotted', 'settled']);
  });

  it('sells the last share to exactly one of twenty at once', async () => {
    const stockId = await openOffering(server, { mode: 'direct', quota: 1, lotSize: 1 });
    const clients = await Promise.all(Array.from({ length: 20 }, () => newApplicant(server, 100_000n)));
    const responses = await Promise.all(clients.map((client) => buy(client, agreed(stockId, 1))));
    const codes = responses.map((response) => (response.status === 200 ? 'bought' : codeOf(response)));
    expect(codes.toSorted()).toEqual(['bought', ...Array<string>(19).fill('ipo.sold_out')]);
    const left = await Promise.all(clients.map(async (client) => (await money(client))[0]));
    // 20.00 and 3 % of it, from one of them.
    expect(left.filter((each) => each !== 100_000n)).toEqual([97_940n]);
  });

  it('sells exactly the ten lots that are left to fifty at once', async () => {
    const stockId = await openOffering(server, { mode: 'direct', quota: 100 });
    const clients = await Promise.all(Array.from({ length: 50 }, () => newApplicant(server, 100_000n)));
    const responses = await Promise.all(clients.map((client) => buy(client, agreed(stockId, 10))));
    const codes = responses.map((response) => (response.status === 200 ? 'bought' : codeOf(response)));
    expect(codes.filter((code) => code === 'bought')).toHaveLength(10);
    expect(codes.filter((code) => code === 'ipo.sold_out')).toHaveLength(40);
    const { sold, held } = await server.db.one<{ sold: bigint; held: number }>(sql`
      select o.sold, (select sum(quantity)::int from ipo_holding h where h.offering_id = o.id) as held
      from ipo_offering o where o.id = ${stockId}`);
    expect([sold, held]).toEqual([100n, 100]);
  });
});

describe('ipo.amend', () => {
  it('replaces the hold, with more or less', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const { id } = await applied(client, 100);
    const amend = (quantity: number) =>
      request('POST /api/ipo/amend', client.session, {
        application_id: id,
        quantity,
        price_type: 'limit',
        limit_price: '19',
      });
    expect((await amend(200)).body).toMatchObject({
      state: 'amended',
      quantity: 200,
      held: '4120.00',
      limit_price: '19.00',
    });
    expect(await money(client)).toEqual([588_000n, 412_000n]);
    expect((await amend(10)).body.held).toBe('206.00');
    expect(await money(client)).toEqual([979_400n, 20_600n]);
    expect(codeOf(await amend(600))).toBe('ledger.insufficient_funds');
    expect(await money(client)).toEqual([979_400n, 20_600n]);
    const { body } = await request('POST /api/ipo/application', client.session, { application_id: id });
    expect(body.history.map(({ state, quantity }) => [state, quantity])).toEqual([
      ['submitted', 100],
      ['amended', 200],
      ['amended', 10],
    ]);
  });
});

describe('ipo.cancel', () => {
  it('frees the money, once, and allows another application', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const { id, stockId } = await applied(client, 100);
    const cancel = (key?: string) => request('POST /api/ipo/cancel', client.session, { application_id: id }, key);
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancel()));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409).map(codeOf)).toEqual(Array(9).fill('ipo.cut_off'));
    expect(await money(client)).toEqual([1_000_000n, 0n]);
    expect((await buy(client, agreed(stockId, 10))).status).toBe(200);
    const { body } = await request('POST /api/ipo/my-ipo', client.session, {});
    expect(body.map(({ state, reason }) => [state, reason?.code ?? null])).toEqual([
      ['submitted', null],
      ['cancelled', 'requested_by_client'],
    ]);
  });

  it('is possible until the close, or as the terms, a supplement or a postponement say', async () => {
    const later = new Date(server.clock.now().getTime() + hourMs);
    const cases = [
      [{}, 'open', undefined, true],
      [{}, 'closed', undefined, false],
      [{ cutOff: 'confirm_until' }, 'closed', undefined, true],
      [{}, 'closed', sql`cancel_until = ${later}`, true],
      // A client who has confirmed keeps the right that a supplement gave, as nothing is allotted before it ends.
      [{}, 'allotting', sql`final_price_minor = 1900, cancel_until = ${later}`, true],
      [{}, 'postponed', sql`postponed_from = 'open'`, true],
      [{ cutOff: 'confirm_until' }, 'allotting', sql`final_price_minor = 1900`, false],
    ] as const;
    for (const [terms, state, changes, expected] of cases) {
      const client = await newApplicant(server);
      const { id, stockId } = await applied(client, 10, terms);
      await bringTo(server, stockId, state, changes);
      const { body } = await request('POST /api/ipo/application', client.session, { application_id: id });
      expect([state, body.application.cancellable]).toEqual([state, expected]);
      const { status } = await request('POST /api/ipo/cancel', client.session, { application_id: id });
      expect([state, status]).toEqual([state, expected ? 200 : 409]);
    }
  });

  it('belongs to its client', async () => {
    const { id } = await applied(await newApplicant(server));
    expect(codeOf(await request('POST /api/ipo/cancel', ida.session, { application_id: id }))).toBe('http.not_found');
  });
});

describe('ipo.reconfirm', () => {
  const toConfirm = async (client: Payer, finalMinor: number) => {
    const { id, stockId } = await applied(client, 100);
    const until = new Date(server.clock.now().getTime() + 90 * 60_000);
    await bringTo(
      server,
      stockId,
      'reconfirming',
      sql`final_price_minor = ${finalMinor}, priced_at = ${server.clock.now()}, confirm_until = ${until}`,
    );
    await server.db.run(sql`
      update ipo_application set state = 'reconfirm_required', confirm_until = ${until} where id = ${id}`);
    return { id, stockId };
  };
  const confirm = ({ session }: Payer, id: string) =>
    request('POST /api/ipo/reconfirm', session, { application_id: id });

  it('holds the difference for a higher price, and nothing for a lower one', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const higher = await toConfirm(client, 2500);
    expect((await confirm(client, higher.id)).body).toMatchObject({ state: 'confirmed', held: '2575.00' });
    expect((await money(client))[1]).toBe(257_500n);
    const lower = await toConfirm(client, 1200);
    expect((await confirm(client, lower.id)).body.held).toBe('2060.00');
  });
});

describe('at the same moment', () => {
  it('closing and buying leave no application after the close, nor one that was refused', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => newApplicant(server, 100_000n)));
    const stockId = await openOffering(server);
    const close = async () => {
      await server.db.run(sql`update ipo_offering set state = 'closed', updated_at = updated_at where id = ${stockId}`);
    };
    const actions = clients.map((client) => () => buy(client, agreed(stockId, 10)));
    const [responses] = await Promise.all([
      Promise.all(actions.map((action) => action())),
      new Promise((resolve) => setTimeout(resolve, 5)).then(close),
    ]);
    const made = responses.filter(({ status }) => status === 200).length;
    expect(responses.every((response) => response.status === 200 || codeOf(response) === 'ipo.not_open')).toBe(true);
    const { count } = await server.db.one<{ count: number }>(sql`
      select count(*)::int as count from ipo_application where offering_id = ${stockId}`);
    expect(count).toBe(made);
  });

  it('amending and cancelling end in one of the two', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const { id } = await applied(client, 100);
    const amend = (n: number) =>
      request('POST /api/ipo/amend', client.session, { application_id: id, quantity: 10 * (n + 1) });
    const cancel = () => request('POST /api/ipo/cancel', client.session, { application_id: id });
    await Promise.all([amend(1), cancel(), amend(2), amend(3), cancel()]);
    expect(await money(client)).toEqual([1_000_000n, 0n]);
  });
});

describe('at the same moment, whatever clients and the clock do', () => {
  it('closing, cancelling, amending and buying leave each application in one state, with a matching hold', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => newApplicant(server, 100_000n)));
    const stockId = await openOffering(server);
    const early = await Promise.all(
      clients.slice(0, 6).map(async (client) => (await buy(client, agreed(stockId, 10))).body.id),
    );
    const actions = [
      ...early.flatMap((application_id, n) => {
        const { session } = clients[n]!;
        return [
          () => request('POST /api/ipo/amend', session, { application_id, quantity: 20 }),
          () => request('POST /api/ipo/cancel', session, { application_id }),
        ];
      }),
      ...clients.slice(6).map((client) => () => buy(client, agreed(stockId, 10))),
    ];
    const close = async () => {
      await server.db.run(sql`update ipo_offering set closes_at = ${server.clock.now()} where id = ${stockId}`);
      await server.app.jobs.run('ipo.advance_offerings');
    };
    const [responses] = await Promise.all([Promise.all(actions.map((action) => action())), close()]);
    const refused = responses.filter(({ status }) => status !== 200).map(codeOf);
    expect(new Set(['ipo.cut_off', 'ipo.not_open', ...refused]).size).toBe(2);
    const rows = await server.db.rows<{ clientId: string; state: string; heldMinor: bigint }>(sql`
      select client_id as "clientId", state, held_minor as "heldMinor" from ipo_application where offering_id = ${stockId}`);
    for (const client of clients) {
      const own = rows.filter(({ clientId }) => clientId === client.wallet.clientId);
      const waits = own.filter(({ state }) => state !== 'cancelled');
      const held = waits.reduce((sum, { heldMinor }) => sum + heldMinor, 0n);
      expect(await money(client)).toEqual([100_000n - held, held]);
    }
    const { state } = await server.db.one<{ state: string }>(sql`select state from ipo_offering where id = ${stockId}`);
    expect(state).toBe('closed');
    expect(await brokenRules(server.db)).toEqual([]);
  });
});

describe('ipo.offering', () => {
  it('says what blocks an application, and what to do about it', async () => {
    const client = await newApplicant(server);
    await server.db.run(sql`update person set verification_level = 1 where id = ${client.wallet.clientId}`);
    const stockId = await openOffering(server, { method: 'lottery' });
    const { body } = await request('POST /api/ipo/offering', client.session, { stock_id: stockId });
    expect(body.eligibility.map(({ rule, met, path }) => [rule, met, path])).toEqual([
      ['level', false, '/settings/verification'],
      ['country', true, null],
      ['tier', true, null],
      ['suitability', true, null],
    ]);
    expect(body.eligibility[0]?.explanation).toContain('3');
    expect(body.wallet).toMatchObject({ wallet_id: client.wallet.walletId, available: '10000.00' });
    expect(body.lottery_commitment).toMatch(/^[0-9a-f]{64}$/);
  });

  it('hides drafts', async () => {
    const stockId = await openOffering(server);
    await bringTo(server, stockId, 'draft');
    expect((await request('POST /api/ipo/offering', ida.session, { stock_id: stockId })).status).toBe(404);
  });
});
