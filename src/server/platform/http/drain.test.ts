import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { openDrain, type Drain } from './drain.ts';

interface Instance {
  url: string;
  http: FastifyInstance;
  drain: Drain;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
afterAll(() => agent.destroy());

async function start(): Promise<Instance> {
  const drain = openDrain();
  const http = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  drain.follow(http);
  http.get('/readyz', { config: { anyHost: true } }, async (_request, reply) =>
    reply.code(drain.isDraining() ? 503 : 200).send({}),
  );
  http.get('/', async () => {
    await sleep(Math.random() * 8);
    return {};
  });
  return { url: await http.listen({ port: 0, host: '127.0.0.1' }), http, drain };
}

/** The status of the answer; 0 for none. */
const request = (url: string) =>
  new Promise<number>((done) => {
    get(url, { agent }, (response) => response.resume().on('end', () => done(response.statusCode ?? 0))).on(
      'error',
      () => done(0),
    );
  });

it('a rolling restart of two instances behind a load balancer loses no call', async () => {
  let ready = [await start(), await start()];
  const all = [...ready];
  const over = new AbortController();
  const statuses: number[] = [];
  const accesses = (async () => {
    while (!over.signal.aborted) {
      const found = await Promise.all(all.map(async ({ url }) => (await request(`${url}/readyz`)) === 200));
      ready = all.filter((_, nth) => found[nth]);
      await sleep(20);
    }
  })();
  const calls = Array.from({ length: 8 }, async (_, nth) => {
    for (let n = nth; !over.signal.aborted; n += 1) statuses.push(await request(ready[n % ready.length]?.url ?? ''));
  });
  for (let restarted = 0; restarted < 3; restarted += 1) {
    const enough = statuses.length + 300;
    while (statuses.length < enough) await sleep(10);
    const [old] = all;
    all.push(await start());
    if (old) await old.drain.end(old.http, { leastMs: 1500, mostMs: 60_000 });
    all.shift();
  }
  over.abort();
  await Promise.all([accesses, ...calls]);
  await Promise.all(all.map(({ http }) => http.close()));
  expect(statuses.length).toBeGreaterThan(900);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

it('an answer closes its connection while the instance drains, and is still given', async () => {
  const { url, http, drain } = await start();
  expect((await fetch(url)).headers.get('connection')).toBe('keep-alive');
  const ended = drain.end(http, { leastMs: 200, mostMs: 200 });
  const response = await fetch(url);
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  await ended;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

it('a load balancer that notices late loses no call, and its checks do not keep the instance', async () => {
  const { url, http, drain } = await start();
  const checking = new AbortController();
  const checks = (async () => {
    while (!checking.signal.aborted) await request(`${url}/readyz`);
  })();
  const ended = drain.end(http, { leastMs: 0, mostMs: 60_000 });
  const statuses: number[] = [];
  while (statuses.length < 100) statuses.push(await request(url));
  await ended;
  checking.abort();
  await checks;
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(await request(url)).toBe(0);
});

it('an instance that callers do not leave stops all the same', async () => {
  const { url, http, drain } = await start();
  const ended = drain.end(http, { leastMs: 0, mostMs: 300 });
  let status = 200;
  while (status === 200) status = await request(url);
  await ended;
  expect(status).toBe(0);
});
