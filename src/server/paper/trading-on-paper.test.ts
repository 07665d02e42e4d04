import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { breaches, openTerminal, quoteOf, sumsOf, waitFor, type Terminal } from '#test/trading/terminal.ts';

let server: TestServer;
let terminal: Terminal;
beforeAll(async () => {
  server = await startServer();
  terminal = await openTerminal(server);
});
afterAll(() => server.close());

const buy = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.10' };
const place = (body: object, at = terminal) => at.request('POST /api/paper/place', body);
const state = (at = terminal) => at.request('POST /api/paper/state');
const tick = () => server.app.jobs.run('paper.tick');
const refused = async (route: Parameters<Terminal['call']>[0], body: object, at = terminal) => {
  const { status, refusal } = await at.call(route, body, { 'idempotency-key': newId() });
  const [field] = Object.entries(refusal.errors ?? {});
  return field ? [status, field[0], field[1][0]?.code] : [status, refusal.code];
};

describe('a market order', () => {
  it('is filled at the ask, costs commission at once and binds margin', async () => {
    const { ask, bid } = quoteOf(server, 'EURUSD');
    const { order } = await place({ ...buy, sl: '1.00000' });
    expect(order).toMatchObject({ state: 'filled', filled_price: ask, position: order.ticket, sl: '1.00000' });
    const { account, positions } = await state();
    expect(positions).toMatchObject([{ ticket: order.ticket, open_price: ask, price: bid, volume: '0.10' }]);
    expect(account).toMatchObject({ balance: '9999.65', margin: positions[0]?.margin });
    const cents = (decimal = '') => BigInt(decimal.replace('.', ''));
    expect(cents(account.equity)).toBe(cents(account.balance) + cents(positions[0]?.profit));
    expect(cents(account.free_margin)).toBe(cents(account.equity) - cents(account.margin));
  });

  it('closes at the bid, in parts and whole, and its history adds up', async () => {
    const ticket = (await state()).positions[0]?.ticket;
    const part = await terminal.request('POST /api/paper/close', { position: ticket, volume: '0.04' });
    expect(part.closed).toMatchObject({ price: quoteOf(server, 'EURUSD').bid, volume: '0.04' });
    expect((await state()).positions).toMatchObject([{ volume: '0.06' }]);
    await terminal.request('POST /api/paper/close', { position: ticket });
    const { account, positions } = await state();
    expect(positions).toEqual([]);
    expect(account).toMatchObject({ margin: '0.00', margin_level: null, equity: account.balance });
    const { positions: closed, totals } = await terminal.request('POST /api/paper/closed-positions');
    expect(closed).toMatchObject([{ ticket, volume: '0.10', close_reason: 'client', commission: '-0.70' }]);
    expect(Number(totals?.net)).toBeCloseTo(Number(account.balance) - 10_000, 5);
    const { deals } = await terminal.request('POST /api/paper/deals', { symbol: 'eurusd' });
    expect(deals.map(({ entry, position }) => [entry, position])).toEqual([
      ['out', ticket],
      ['out', ticket],
      ['in', ticket],
    ]);
  });

  it('is placed once for a key, and refused for the same key with something else', async () => {
    const key = { 'idempotency-key': newId() };
    const responses = await Promise.all([1, 2, 3].map(() => terminal.call('POST /api/paper/place', buy, key)));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await state()).positions).toHaveLength(1);
    const { refusal } = await terminal.call('POST /api/paper/place', { ...buy, volume: '0.20' }, key);
    expect(refusal.code).toBe('http.idempotency_mismatch');
    await terminal.request('POST /api/paper/close-all');
  });
});

describe('refusals of an order', () => {
  it('come in the order of the contract, each on its field', async () => {
    const limit = { ...buy, type: 'limit', price: '1.00000' };
    const away = (percent: number) => (Number(quoteOf(server, 'EURUSD').bid) * (1 + percent / 100)).toFixed(5);
    const cases: [object, unknown[]][] = [
      [{ ...buy, symbol: 'NOPE' }, [422, 'symbol', 'paper.symbol']],
      [{ ...buy, volume: '0.001' }, [422, 'volume', 'paper.volume_min']],
      [{ ...buy, volume: '100.01' }, [422, 'volume', 'paper.volume_max']],
      [{ ...buy, volume: '0.015' }, [422, 'volume', 'paper.volume_step']],
      [{ ...buy, type: 'stop' }, [422, 'price', 'paper.price_missing']],
      [{ ...limit, price: '1.000001' }, [422, 'price', 'paper.price_digits']],
      [{ ...limit, expires_at: '2020-01-01T00:00:00Z' }, [422, 'expires_at', 'paper.expiry']],
      [{ ...limit, price: away(1) }, [422, 'price', 'paper.price_below']],
      [{ ...limit, type: 'stop' }, [422, 'price', 'paper.price_above']],
      [{ ...buy, sl: away(1) }, [422, 'sl', 'paper.sl_below']],
      [{ ...buy, side: 'sell', sl: away(-1) }, [422, 'sl', 'paper.sl_above']],
      [{ ...buy, tp: away(-1) }, [422, 'tp', 'paper.tp_above']],
      [{ ...buy, side: 'sell', tp: away(1) }, [422, 'tp', 'paper.tp_below']],
      [{ ...buy, volume: '100' }, [409, 'paper.margin']],
      [{ ...buy, volume: '0' }, [422, 'volume', 'validation.number']],
      [{ ...buy, volume: '-1' }, [422, 'volume', 'validation.number']],
    ];
    for (const [body, expected] of cases) expect(await refused('POST /api/paper/place', body)).toEqual(expected);
    expect((await state()).positions).toEqual([]);
  });

  it('name a full account, one that may not trade, and a closed market', async () => {
    await server.db.run(sql`update paper_setting set max_orders = 1`);
    const { order } = await place({ ...buy, type: 'limit', price: '1.00000' });
    expect(await refused('POST /api/paper/place', buy)).toEqual([409, 'paper.order_limit']);
    await server.db.run(sql`update paper_setting set max_orders = 200`);
    await server.db.run(sql`update trading_account set status = 'read_only' where number = ${terminal.number}::bigint`);
    expect(await refused('POST /api/paper/place', buy)).toEqual([409, 'paper.read_only']);
    expect(await refused('POST /api/paper/cancel', { order: order.ticket })).toEqual([409, 'paper.read_only']);
    await server.db.run(sql`update trading_account set status = 'active' where number = ${terminal.number}::bigint`);
    await terminal.request('POST /api/paper/cancel', { order: order.ticket });
    expect(await refused('POST /api/paper/cancel', { order: order.ticket })).toEqual([409, 'paper.order_gone']);
    expect(await refused('POST /api/paper/close', { position: order.ticket })).toEqual([409, 'paper.position_gone']);
  });

  it('are in the preview beforehand, in the words of the language', async () => {
    const { body } = await server.call('POST /api/paper/preview', {
      as: terminal.browser,
      body: { ...buy, volume: '0.015' },
      headers: { 'x-platform-session': terminal.session },
      language: 'de',
    });
    expect(body.refusal).toEqual({
      code: 'paper.volume_step',
      field: 'volume',
      message: 'Geben Sie das Volumen in Schritten von 0.01 Lot ein.',
    });
    const good = await terminal.request('POST /api/paper/preview', { ...buy, sl: '1.00000' });
    expect(good).toMatchObject({ refusal: null, commission: '-0.35', price: quoteOf(server, 'EURUSD').ask });
    expect(good.sl_profit?.startsWith('-')).toBe(true);
  });
});

describe('what waits', () => {
  it('is filled when the market comes, and closed at its stop', async () => {
    const { ask } = quoteOf(server, 'BTCUSD');
    const lower = (Number(ask) - 500).toFixed(2);
    const { order } = await place({ symbol: 'BTCUSD', side: 'buy', type: 'limit', volume: '0.10', price: lower });
    await tick();
    expect((await state()).orders).toMatchObject([{ ticket: order.ticket, state: 'placed', price: lower }]);
    const moved = (Number(lower) - 100).toFixed(2);
    await terminal.request('POST /api/paper/modify-order', { order: order.ticket, price: moved });
    waitFor(server, () => Number(quoteOf(server, 'BTCUSD').ask) <= Number(moved));
    await Promise.all([tick(), tick(), tick()]);
    const [position] = (await state()).positions;
    expect(position).toMatchObject({ ticket: order.ticket, open_price: quoteOf(server, 'BTCUSD').ask });
    const sl = (Number(position?.price) - 300).toFixed(2);
    await terminal.request('POST /api/paper/modify-position', { position: order.ticket, sl });
    waitFor(server, () => Number(quoteOf(server, 'BTCUSD').bid) <= Number(sl));
    await Promise.all([tick(), tick(), tick()]);
    const { positions } = await terminal.request('POST /api/paper/closed-positions', { symbol: 'BTCUSD' });
    expect(positions).toMatchObject([{ ticket: order.ticket, close_reason: 'sl' }]);
    expect(Number(positions[0]?.close_price)).toBeLessThanOrEqual(Number(sl));
  });

  it('ends at its time', async () => {
    const expires_at = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const { order } = await place({
      symbol: 'BTCUSD',
      side: 'buy',
      type: 'limit',
      volume: '0.01',
      price: '1.00',
      expires_at,
    });
    server.clock.advance(60_000);
    await tick();
    const { orders } = await terminal.request('POST /api/paper/orders', { state: 'expired' });
    expect(orders).toMatchObject([{ ticket: order.ticket, state: 'expired', done_at: expires_at }]);
  });
});

describe('swap', () => {
  it('comes once a night, also after several nights of a closed market', async () => {
    const { order } = await place({ symbol: 'BTCUSD', side: 'buy', type: 'market', volume: '0.01' });
    server.clock.advance(3 * 86_400_000);
    await Promise.all([tick(), tick()]);
    await tick();
    const nights = await server.db.rows<{ amount: bigint }>(
      sql`select amount from paper_swap where position = ${order.ticket}::bigint`,
    );
    expect(nights).toHaveLength(3);
    const [position] = (await state()).positions;
    const sum = nights.reduce((all, { amount }) => all + amount, 0n);
    expect(position?.swap.replace('.', '')).toBe(String(sum).replace(/^-(\d{2})$/, '-0$1'));
    await terminal.request('POST /api/paper/close-all');
    expect((await sumsOf(server, terminal)).balance).toBe((await sumsOf(server, terminal)).ledger);
  });
});

describe('too little margin', () => {
  it('is called once, then stops positions out, and no balance becomes negative', async () => {
    const small = await openTerminal(server, '500.00');
    await place({ symbol: 'BTCUSD', side: 'buy', type: 'market', volume: '0.40' }, small);
    const opened = Number(quoteOf(server, 'BTCUSD').ask);
    waitFor(server, () => Number(quoteOf(server, 'BTCUSD').bid) < opened - 350, 10_000);
    await tick();
    await tick();
    const events = () =>
      server.db.rows<{ name: string }>(sql`
        select name from outbox where payload ->> 'accountNumber' = ${small.number} and name like 'trading.%' order by id`);
    expect(await events()).toEqual([{ name: 'trading.margin_call' }]);
    waitFor(server, () => Number(quoteOf(server, 'BTCUSD').bid) < opened - 3_000);
    await Promise.all([tick(), tick()]);
    expect((await events()).map(({ name }) => name)).toEqual(['trading.margin_call', 'trading.stop_out']);
    const emails = await emailsTo(server, small.owner.user.email);
    expect(emails.slice(0, 2).map(({ subject }) => subject)).toEqual([
      'Stop-out: a position was closed',
      'Margin call: your margin level is low',
    ]);
    const { account, positions } = await state(small);
    expect(positions).toEqual([]);
    expect(account).toMatchObject({ balance: '0.00', credit: '0.00', equity: '0.00' });
    const { deals } = await small.request('POST /api/paper/deals', { type: 'correction' });
    expect(deals).toHaveLength(1);
    expect(await sumsOf(server, small)).toEqual({ balance: 0n, deals: 0n, ledger: 0n });
  });
});

describe('many at once', () => {
  it('close a position once', async () => {
    const { order } = await place({ ...buy, symbol: 'BTCUSD', volume: '0.01' });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        terminal.call('POST /api/paper/close', { position: order.ticket }, { 'idempotency-key': newId() }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ refusal }) => refusal.code))).toEqual(new Set([undefined, 'paper.position_gone']));
  });

  it('cannot open more than the margin covers', async () => {
    const small = await openTerminal(server, '1000.00');
    const order = { symbol: 'BTCUSD', side: 'sell', type: 'market', volume: '0.10' };
    const { margin, commission, spread } = await small.request('POST /api/paper/preview', order);
    const each = Number(margin) - Number(commission) - Number(spread);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => small.call('POST /api/paper/place', order, { 'idempotency-key': newId() })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(Math.floor(1000 / each));
    expect(Number((await state(small)).account.free_margin)).toBeGreaterThanOrEqual(0);
  });
});

it('leaves books that add up', async () => {
  const sums = await sumsOf(server, terminal);
  expect([sums.deals, sums.ledger]).toEqual([sums.balance, sums.balance]);
  expect(await breaches(server)).toEqual([]);
});

describe('the market at the terminal', () => {
  it('lists what is traded by its terms, quotes it, and draws candles', async () => {
    const { instruments } = await terminal.request('POST /api/paper/instruments');
    expect(instruments.find(({ symbol }) => symbol === 'EURUSD')).toMatchObject({
      contract_size: '100000',
      volume_min: '0.01',
      digits: 5,
    });
    const { quotes } = await terminal.request('POST /api/paper/quotes');
    expect(quotes.map(({ symbol }) => symbol)).toEqual(instruments.map(({ symbol }) => symbol));
    for (const { bid, ask } of quotes) expect(Number(ask)).toBeGreaterThan(Number(bid));
    const { candles } = await terminal.request('POST /api/paper/candles', { symbol: 'BTCUSD', interval: '1h' });
    expect(candles.length).toBeGreaterThan(0);
    for (const { open, high, low, close } of candles) {
      expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
      expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
    }
    const earlier = await terminal.request('POST /api/paper/candles', {
      symbol: 'BTCUSD',
      interval: '1h',
      before: candles[0]?.at,
    });
    expect(earlier.candles.every(({ at }) => at < (candles[0]?.at ?? ''))).toBe(true);
    expect(await refused('POST /api/paper/candles', { symbol: 'NOPE', interval: '1h' })).toEqual([
      422,
      'symbol',
      'paper.symbol',
    ]);
  });

  it('is not for those without a session, or with one that was ended', async () => {
    const other = await openTerminal(server, '0.00');
    const alone = await server.call('POST /api/paper/quotes', { headers: { 'x-platform-session': other.session } });
    expect([alone.status, alone.refusal.code]).toEqual([401, 'paper.signed_out']);
    await other.request('POST /api/paper/sign-out');
    expect(await refused('POST /api/paper/state', {}, other)).toEqual([401, 'paper.signed_out']);
  });
});
