import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { readConfig } from '#server/platform/config/config.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import type { ExternalSettings } from './external.ts';
import { httpSource } from './http.ts';
import { simulatedSource } from './simulated.ts';
import { startOf, type Source } from './source.ts';
import { webSocketSource } from './websocket.ts';

const surroundings = { now: () => new Date(), log: openLog('silent'), firstPauseMs: 20 };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** An external market, on loopback. `text` is its response; a test can change it while it runs. */
async function standIn() {
  const world = {
    text: JSON.stringify({ data: [price(), { s: 'BROKEN', b: 'x', a: 2 }] }),
    status: 200,
    requests: [] as string[],
  };
  const http: Server = createServer((request, reply) => {
    world.requests.push(`${request.url} ${request.headers.authorization}`);
    reply.writeHead(world.status, world.status === 302 ? { location: '/elsewhere' } : {}).end(world.text);
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => {
    socket.on('message', (message) => {
      world.requests.push((message as Buffer).toString());
      socket.send(world.text);
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    for (const socket of sockets.clients) socket.terminate();
    http.closeAllConnections();
    return new Promise((closed) => http.close(closed));
  });
  return Object.assign(world, { port: (http.address() as AddressInfo).port, sockets });
}

function price() {
  return { s: 'EUR/USD', b: 1.16234, a: '1.16243', t: Date.now() };
}

function settingsOf(feed: 'http' | 'websocket', port: number): ExternalSettings {
  const scheme = feed === 'http' ? 'http' : 'ws';
  const { market } = readConfig({
    MARKET_FEED: feed,
    MARKET_FEED_URL: `${scheme}://127.0.0.1:${port}/prices?of={symbols}`,
    MARKET_FEED_HEADERS: '{"authorization":"Bearer x"}',
    MARKET_FEED_MAPPING: '{"items":"data","symbol":"s","bid":"b","ask":"a","time":"t","symbols":{"EURUSD":"EUR/USD"}}',
    MARKET_FEED_SUBSCRIBE: '{"subscribe":"{symbols}"}',
    MARKET_FEED_EVERY_MS: '250',
  });
  return { ...market, url: market.url ?? '' };
}

const sources: [name: string, open: () => Promise<Source>][] = [
  ['simulated', async () => simulatedSource('a seed')],
  ['http', async () => httpSource(settingsOf('http', (await standIn()).port), surroundings)],
  ['websocket', async () => webSocketSource(settingsOf('websocket', (await standIn()).port), surroundings)],
];

describe.each(sources)('the %s source', (_name, open) => {
  it('quotes decimals, bid below ask, not later than now, with the minute to store', async () => {
    const source = await open();
    closing.push(() => source.stop());
    source.start(['EURUSD']);
    const now = await vi.waitFor(() => {
      const at = new Date();
      expect(source.latest('EURUSD', at)).toBeDefined();
      return at;
    }, 20_000);
    const tick = source.latest('EURUSD', now);
    for (const each of [tick?.bid, tick?.ask]) expect(each).toMatch(/^\d+\.\d+$/);
    expect(Number(tick?.bid)).toBeLessThan(Number(tick?.ask));
    expect(tick?.at.getTime()).toBeLessThanOrEqual(now.getTime());
    const receivedAt = tick?.at ?? now;
    const range = { from: startOf('1m', receivedAt), to: new Date(receivedAt.getTime() + 1), now: receivedAt };
    for (const { high, low, open: first, close } of source.bars('EURUSD', '1m', range)) {
      expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(first), Number(close)));
      expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(first), Number(close)));
    }
    expect(source.latest('NOPE', now)).toBeUndefined();
    expect(source.bars('NOPE', '1m', range)).toEqual([]);
  });

  it('can be started twice, stopped, and stopped again', async () => {
    const source = await open();
    source.start(['EURUSD']);
    source.start(['EURUSD']);
    await source.stop();
    await expect(source.stop()).resolves.toBeUndefined();
  });
});

describe('the http source', () => {
  const start = async (change: (world: Awaited<ReturnType<typeof standIn>>) => void = () => {}) => {
    const world = await standIn();
    change(world);
    const source = httpSource(settingsOf('http', world.port), surroundings);
    closing.push(() => source.stop());
    source.start(['EURUSD', 'SPX']);
    return { world, source };
  };
  const received = (source: Source) => source.latest('EURUSD', new Date());

  it('requests the symbols by the names of the source, with its headers', async () => {
    const { world } = await start();
    await vi.waitFor(() => expect(world.requests[0]).toBe('/prices?of=EUR%2FUSD%2CSPX Bearer x'), 20_000);
  });

  it.each<[what: string, change: (world: { text: string; status: number }) => void]>([
    ['an error', (world) => void (world.status = 500)],
    ['a redirect', (world) => void (world.status = 302)],
    ['no JSON', (world) => void (world.text = '<html>')],
    ['too much', (world) => void (world.text = `${' '.repeat(1_100_000)}${world.text}`)],
  ])('reads nothing from %s, and goes on when it is over', async (_what, change) => {
    const { world, source } = await start(change);
    await vi.waitFor(() => expect(world.requests.length).toBeGreaterThan(1), 20_000);
    expect(received(source)).toBeUndefined();
    Object.assign(world, { status: 200, text: JSON.stringify({ data: [price()] }) });
    await vi.waitFor(() => expect(received(source)).toMatchObject({ bid: '1.16234', ask: '1.16243' }), 20_000);
  });
});

it('the websocket source subscribes, and reconnects after it is cut off', async () => {
  const world = await standIn();
  const source = webSocketSource(settingsOf('websocket', world.port), surroundings);
  closing.push(() => source.stop());
  source.start(['EURUSD', 'SPX']);
  await vi.waitFor(() => expect(world.requests).toEqual(['{"subscribe":["EUR/USD","SPX"]}']), 20_000);
  for (const socket of world.sockets.clients) socket.terminate();
  await vi.waitFor(() => expect(world.requests).toHaveLength(2), 20_000);
  await source.stop();
  await wait(100);
  expect(world.requests).toHaveLength(2);
});
