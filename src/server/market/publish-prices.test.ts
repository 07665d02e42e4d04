import { afterAll, beforeAll, expect, it } from 'vitest';
import { tickerSymbols } from '#contract/kernel/constants.ts';
import { marketChannels, type PriceNews } from '#contract/market/names.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openSocket } from '#test/socket.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

async function receivedOn(channel: string): Promise<PriceNews[]> {
  const socket = await openSocket(server);
  socket.send({ event: 'pusher:subscribe', data: { channel } });
  await socket.receive('pusher_internal:subscription_succeeded', channel);
  const { data } = await socket.receive('quotes', channel, 5000);
  socket.close();
  return data['quotes'] as PriceNews[];
}

it('sends the tape’s prices to listeners, as the calls return them', async () => {
  const text = await receivedOn(marketChannels.ticker);
  expect(text.map(({ symbol }) => symbol)).toEqual([...tickerSymbols]);
  const { body } = await server.call('GET /api/market/quotes', {
    as: ida,
    query: { symbols: tickerSymbols.join(',') },
  });
  expect(Object.keys(text[0] ?? {})).toEqual(
    Object.keys(body.quotes[0] ?? {}).filter((name) => name !== 'previous_close'),
  );
});

it('sends all prices, in events small enough for every transport', async () => {
  const { body } = await server.call('GET /api/market/quotes', { as: ida });
  const text = await receivedOn(marketChannels.all);
  expect(text.map(({ symbol }) => symbol)).toEqual(body.quotes.map(({ symbol }) => symbol).slice(0, 40));
  expect(JSON.stringify(text).length).toBeLessThan(7400);
});
