import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseAccount, openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { bringTo, listedHolding, newApplicant, quote } from '#test/ipo/offerings.ts';
import { asker, codeOf, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { balancesOf, type TestWallet } from '#test/money/wallet.ts';
import { takeFirst, type Lot } from './sell.ts';

const dayMs = 86_400_000;

let server: TestServer;
let request: ReturnType<typeof asker>;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
});
afterAll(() => server.close());

const money = ({ wallet }: Payer) => balancesOf(server.db, wallet);
const sell = ({ session }: Payer, body: object, key?: string) => request('POST /api/ipo/sell', session, body, key);

/** A second wallet of a client, with this many cents of euros. */
async function euroWallet({ session, wallet: { clientId } }: Payer, amountMinor: bigint): Promise<TestWallet> {
  const { body } = await request('POST /api/wallets/open', session, { currency_id: 'EUR' });
  const wallet = { clientId, walletId: body.id, ...walletAccounts(clientId, body.id) };
  const from = houseAccount('psp_in', 'EUR', 'test');
  const at = server.clock.now();
  await server.db.tx(async (tx) => {
    await openAccounts(tx, at, [from]);
    await post(tx, { scope: 'test', key: randomUUID(), kind: 'deposit', at }, [
      { account: from.code, amountMinor: -amountMinor },
      { account: wallet.available, amountMinor },
    ]);
  });
  return wallet;
}

describe('takeFirst', () => {
  const lot = (quantity: number, paidMinor: bigint, soldQuantity = 0): Lot => ({
    holdingId: randomUUID(),
    applicationId: randomUUID(),
    walletId: randomUUID(),
    quantity,
    soldQuantity,
    paidMinor,
  });

  it('takes the oldest first, and splits the cost so that all parts add up', () => {
    const lots = [lot(3, 100n), lot(10, 1000n)];
    expect(takeFirst(lots, 5).map(({ quantity, costMinor }) => [quantity, costMinor])).toEqual([
      [3, 100n],
      [2, 200n],
    ]);
    const parts = [0, 1, 2].map((sold) => takeFirst([lot(3, 100n, sold)], 1)[0]?.costMinor ?? 0n);
    expect(parts.reduce((sum, part) => sum + part)).toBe(100n);
    expect(() => takeFirst(lots, 14)).toThrow('1 of 14');
  });
});

describe('ipo.sell', () => {
  it('sells at the quoted price, less the fee, and returns the proceeds', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client);
    const [before] = await money(client);
    const { status, body } = await sell(client, { stock_id: stockId, quantity: 40, price: '30' });
    expect(status).toBe(200);
    // 40 × 30.00; 0.5 % fee; 40 of 100 shares that had cost 2,060.00.
    expect(body).toMatchObject({
      proceeds: '1200.00',
      fee: '6.00',
      net: '1194.00',
      cost: '824.00',
      result: '370.00',
      early: false,
    });
    expect((await money(client))[0] - before).toBe(119_400n);
    // What a client may do at any time waits for no one, as the home screen says.
    const { body: open } = await request('POST /api/ipo/my-ipo', client.session, {});
    expect(open[0]).toMatchObject({ state: 'tradable', next: { what: 'sell', who: null } });
    const { body: holdings } = await request('POST /api/ipo/holdings', client.session, {});
    expect(holdings).toMatchObject([
      { quantity: 60, free_quantity: 60, cost: '1236.00', value: '1800.00', result: '555.00' },
    ]);
    await sell(client, { stock_id: stockId, quantity: 60 });
    expect((await request('POST /api/ipo/holdings', client.session, {})).body).toEqual([]);
    const { body: mine } = await request('POST /api/ipo/my-ipo', client.session, {});
    expect(mine[0]?.state).toBe('closed');
  });

  it('sells at the present quote when it is no worse than the one named', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client);
    await quote(server, stockId, 2900n);
    const at = (price: string) => sell(client, { stock_id: stockId, quantity: 10, price });
    const moved = await at('30.00');
    expect(codeOf(moved)).toBe('ipo.price_moved');
    expect(moved.refusal.message).toMatch(/USD\u00a0\d/);
    expect((await at('30.005')).refusal.errors?.['price']?.[0]?.code).toBe('validation.number');
    expect((await at('28')).body.price).toBe('29.00');
  });

  it('pays into the wallet in the offering’s currency, and leaves the main one alone', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const euros = await euroWallet(client, 1_000_000n);
    const stockId = await listedHolding(server, client, { currency: 'EUR' });
    expect(await balancesOf(server.db, euros)).toEqual([794_000n, 0n]);
    expect((await sell(client, { stock_id: stockId, quantity: 40 })).body.net).toBe('1194.00');
    expect(await balancesOf(server.db, euros)).toEqual([913_400n, 0n]);
    expect(await money(client)).toEqual([1_000_000n, 0n]);
  });

  it('sells the last share once', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client, { quantity: 100 });
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => sell(client, { stock_id: stockId, quantity: 10 })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(new Set(responses.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['ipo.not_free']));
    const { sold } = await server.db.one<{ sold: number }>(sql`
      select sum(quantity)::int as sold from ipo_sale where offering_id = ${stockId}`);
    expect(sold).toBe(100);
  });

  it('has one effect under one key', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client);
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => sell(client, { stock_id: stockId, quantity: 10 }, key)),
    );
    expect(new Set(responses.map(({ body }) => body.number)).size).toBe(1);
    expect(codeOf(await sell(client, { stock_id: stockId, quantity: 20 }, key))).toBe('http.idempotency_mismatch');
  });
});

describe('early exit', () => {
  const quoted = (client: Payer, stock_id: string, quantity = 10) =>
    request('POST /api/ipo/early-exit-quote', client.session, { stock_id, quantity });
  const exit = (client: Payer, quote_id: string) => request('POST /api/ipo/early-exit', client.session, { quote_id });

  it('pays the quoted price less the haircut, once', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client, { earlyExitBps: 1500, tradableInMs: dayMs });
    const { body } = await quoted(client, stockId, 100);
    expect(body).toMatchObject({
      market_price: '30.00',
      haircut_percent: '15.00',
      price: '25.50',
      proceeds: '2550.00',
      fee: '12.75',
      net: '2537.25',
    });
    const [before] = await money(client);
    const responses = await Promise.all([1, 2, 3, 4].map(() => exit(client, body.quote_id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await money(client))[0] - before).toBe(253_725n);
  });

  it('accepts each quote once and until it expires, under another key too', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client, { earlyExitBps: 1500, tradableInMs: dayMs });
    const first = (await quoted(client, stockId, 60)).body.quote_id;
    expect((await exit(client, first)).status).toBe(200);
    expect(codeOf(await exit(client, first))).toBe('ipo.quote_expired');
    const third = (await quoted(client, stockId, 10)).body.quote_id;
    server.clock.advance(19_999);
    expect((await exit(client, third)).status).toBe(200);
    const late = (await quoted(client, stockId, 10)).body.quote_id;
    server.clock.advance(20_000);
    expect(codeOf(await exit(client, late))).toBe('ipo.quote_expired');
    const { sold } = await server.db.one<{ sold: number }>(sql`
      select sum(sold_quantity)::int as sold from ipo_holding where offering_id = ${stockId}`);
    expect(sold).toBe(70);
  });

  it('has one open quote at a time: a new quote replaces the one before', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client, { earlyExitBps: 1500, tradableInMs: dayMs });
    const first = (await quoted(client, stockId)).body.quote_id;
    await quote(server, stockId, 2500n);
    const latest = (await quoted(client, stockId)).body.quote_id;
    expect(codeOf(await exit(client, first))).toBe('ipo.quote_expired');
    expect((await exit(client, latest)).body.price).toBe('21.25');
    const responses = await Promise.all([1, 2, 3, 4].map(() => quoted(client, stockId)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expect(
      server.db.run(
        sql`update ipo_exit_quote set replaced_at = null where sale_id is null and client_id = ${client.wallet.clientId}`,
      ),
    ).rejects.toThrow('ipo_exit_quote_one_open');
  });

  it('checks the price again: a fall beyond the tolerance needs a new quote, a rise changes nothing', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client, { earlyExitBps: 1500, tradableInMs: dayMs });
    const fallen = (await quoted(client, stockId)).body.quote_id;
    await quote(server, stockId, 2984n);
    expect(codeOf(await exit(client, fallen))).toBe('ipo.quote_moved');
    await quote(server, stockId, 2986n);
    expect((await exit(client, fallen)).body.price).toBe('25.50');
    const risen = (await quoted(client, stockId)).body;
    await quote(server, stockId, 9000n);
    expect((await exit(client, risen.quote_id)).body.price).toBe(risen.price);
  });

  it('and selling at the moment when the lock-up ends sell no share twice', async () => {
    const client = await newApplicant(server, 1_000_000n);
    const stockId = await listedHolding(server, client, { earlyExitBps: 1500, tradableInMs: 10_000 });
    const quotes = await Promise.all([1, 2, 3].map(() => quoted(client, stockId, 60)));
    const exits = quotes.map(
      ({ body }) =>
        () =>
          exit(client, body.quote_id),
    );
    const sales = [1, 2, 3].map(() => () => sell(client, { stock_id: stockId, quantity: 60 }));
    const first = exits.slice(0, 1).map((action) => action());
    server.clock.advance(10_000);
    const responses = await Promise.all([...first, ...[...sales, ...exits.slice(1)].map((action) => action())]);
    const done = responses.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    const { sold } = await server.db.one<{ sold: number }>(sql`
      select sum(sold_quantity)::int as sold from ipo_holding where offering_id = ${stockId}`);
    expect(sold).toBe(60);
  });
});

it('shows no holding of an offering that is not the client’s', async () => {
  const client = await newApplicant(server, 1_000_000n);
  const stockId = await listedHolding(server, client);
  const other = await newApplicant(server);
  expect((await request('POST /api/ipo/holdings', other.session, {})).body).toEqual([]);
  await bringTo(server, stockId, 'archived');
  expect(codeOf(await sell(client, { stock_id: stockId, quantity: 1 }))).toBe('http.not_found');
});
