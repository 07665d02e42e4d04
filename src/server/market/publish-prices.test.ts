import { afterAll, beforeAll, expect, it } from 'vitest';
import { tickerSymbols } from '#contract/constants.ts';
import { marketChannels, type PriceNews } from '#contract/market-names.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openSocket } from '#test/socket.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

async function heardOn(channel: string): Promise<PriceNews[]> {
  const socket = await openSocket(server);
  socket.say({ event: 'pusher:subscribe', data: { channel } });
  await socket.hear('pusher_internal:subscription_succeeded', channel);
  const { data } = await socket.hear('quotes', channel, 5000);
  socket.close();
  return data['quotes'] as PriceNews[];
}

it('says the tape’s prices to whoever listens, as the calls do', async () => {
  const said = await heardOn(marketChannels.ticker);
  expect(said.map(({ symbol }) => symbol)).toEqual([...tickerSymbols]);
  const { body } = await server.call('GET /api/market/quotes', {
    as: ida,
    query: { symbols: tickerSymbols.join(',') },
  });
  expect(Object.keys(said[0] ?? {})).toEqual(
    Object.keys(body.quotes[0] ?? {}).filter((name) => name !== 'previous_close'),
  );
});

it('says all prices, in events that anybody can carry', async () => {
  const { body } = await server.call('GET /api/market/quotes', { as: ida });
  const said = await heardOn(marketChannels.all);
  expect(said.map(({ symbol }) => symbol)).toEqual(body.quotes.map(({ symbol }) => symbol).slice(0, 40));
  expect(JSON.stringify(said).length).toBeLessThan(7400);
});
