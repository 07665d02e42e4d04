import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { readCandles } from './candles.ts';
import { inPriceDigits } from './price-digits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('gives each price the digits of its instrument, and leaves prices of unknown symbols', () => {
  const records = [
    { symbol: 'EURUSD', open_price: '1.1', close_price: '1.1500333333', sl: null },
    { symbol: 'NDX', price: '24963.7' },
    { symbol: 'NOBODY', price: '7.5' },
    { symbol: null, price: null },
  ];
  expect(inPriceDigits(server.app, records)).toEqual([
    { symbol: 'EURUSD', open_price: '1.10000', close_price: '1.15003', sl: null },
    { symbol: 'NDX', price: '24963.70' },
    { symbol: 'NOBODY', price: '7.5' },
    { symbol: null, price: null },
  ]);
});

it('gives candles the digits of their instrument, whatever the source has left out', async () => {
  const at = new Date('2020-01-02T00:00:00Z');
  await server.db.run(sql`
    insert into market_candle (symbol, span, at, open, high, low, close, received_at)
    values ('NDX', '1d', ${at}, '24963.7', '24970', '24960.25', '24963.705', ${at})`);
  const [candle] = await readCandles(server.app, {
    symbol: 'NDX',
    interval: '1d',
    to: new Date('2020-01-03T00:00:00Z'),
  });
  expect(candle).toMatchObject({ open: '24963.70', high: '24970.00', low: '24960.25', close: '24963.71' });
});
