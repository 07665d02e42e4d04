import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { inPriceDigits } from './price-digits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('gives each price the digits of its instrument, and leaves what it does not know', () => {
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
