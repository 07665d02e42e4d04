import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSocket } from '#test/socket.ts';
import { openLog } from '../../monitoring/log.ts';
import { openMetrics } from '../../monitoring/metrics.ts';
import { openEngine, type Engine } from './engine.ts';
import { signChannel } from '../signatures.ts';

/** The engine with a clock that only the test moves. */
const credentials = { appId: 'atrium', key: 'some-key-of-a-test', secret: 'some secret of a test' };
const metrics = openMetrics();
let now = 0;
let server: Server;
let engine: Engine;
let occupied: string[];

beforeEach(async () => {
  now = 0;
  occupied = [];
  engine = openEngine({
    config: {
      appUrl: 'http://atrium.test',
      hosts: ['127.0.0.1'],
      isProxy: () => true,
      realtime: { socketsPerAddress: 50, handshakesPerAddress: 120 },
    },
    credentials,
    clock: { now: () => new Date(now) },
    metrics,
    log: openLog('silent'),
    whispered: () => {},
    occupied: (channel) => occupied.push(channel),
    vacated: (channel) => (occupied = occupied.filter((one) => one !== channel)),
    now: () => now,
  });
  server = createServer();
  engine.serve(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.close();
  await engine.stop();
});

const open = () => {
  const { port } = server.address() as AddressInfo;
  return openSocket({ url: `http://127.0.0.1:${port}`, config: { realtime: { credentials } } as never });
};
async function join(channel: string, personId = 'ida') {
  const socket = await open();
  const data = JSON.stringify({ user_id: personId });
  socket.subscribe(channel, { auth: signChannel(credentials, socket.id, channel, data), channel_data: data });
  await socket.receive('pusher_internal:subscription_succeeded');
  return socket;
}

it('pings a client that is silent for 45 seconds, and 30 later gives up', async () => {
  const [silent, talking] = [await join('private-a'), await open()];
  now = 46_000;
  engine.sweep();
  await Promise.all([silent, talking].map((socket) => socket.receive('pusher:ping')));
  talking.send({ event: 'pusher:pong', data: {} });
  await talking.settled();
  engine.sweep();
  now = 76_000;
  engine.sweep();
  expect(engine.channelNames()).toEqual([]);
  expect((await silent.closed).code).toBe(4201);
  expect(await talking.settled()).toEqual([]);
});

it('frees the channel of a client that has silently disappeared within 80 seconds', async () => {
  const stopped = await join('private-a');
  stopped.ws.pause();
  for (now = 0; now <= 80_000; now += 5000) engine.sweep();
  expect(engine.size()).toBe(0);
  expect(occupied).toEqual([]);
});

it('stores nothing of closed sockets', async () => {
  for (let round = 0; round < 20; round++) {
    now += 11_000;
    const sockets = await Promise.all(Array.from({ length: 50 }, (_, n) => join(`private-room-${n % 7}`, `p${n % 5}`)));
    for (const socket of sockets) socket.ws.terminate();
    await expect.poll(() => engine.size()).toBe(0);
  }
  expect(engine.channelNames()).toEqual([]);
  expect(occupied).toEqual([]);
  expect((await metrics.realtimeSockets.get()).values[0]?.value).toBe(0);
  // The counts by person and by address went as well: all may come again.
  expect(await Promise.all(Array.from({ length: 20 }, () => join('private-a', 'p0')))).toHaveLength(20);
});

it('disconnects all clients in slices, to come back, and admits none in the meantime', async () => {
  const sockets = await Promise.all(Array.from({ length: 120 }, (_, n) => join('private-a', `p${n}`)));
  const began = performance.now();
  const stopped = engine.stop();
  await expect(open()).rejects.toThrow('503');
  await stopped;
  expect(performance.now() - began).toBeGreaterThan(400);
  const codes = await Promise.all(sockets.map(({ closed }) => closed));
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set([4100]));
  expect(engine.size()).toBe(0);
});

it('disconnects the sockets of a person to be admitted again', async () => {
  const [idas, other] = [await join('private-a', 'ida'), await join('private-a', 'ben')];
  engine.readmit('ida');
  expect((await idas.closed).code).toBe(4100);
  expect(await other.settled()).toEqual([]);
});
