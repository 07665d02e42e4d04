import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { openRedis, type TestRedis } from '#test/external-services/redis.ts';
import { openSocket, type Socket } from '#test/socket.ts';
import { systemClock } from '../clock.ts';
import { openLog } from '../monitoring/log.ts';
import { openMetrics } from '../monitoring/metrics.ts';
import type { Bus } from './buses/bus.ts';
import { openEmbedded, type Embedded } from './embedded.ts';
import { postgresBus } from './buses/postgres.ts';
import { redisBus } from './buses/redis.ts';
import { signChannel, signUser } from './signatures.ts';

/** Two instances, each with its own sockets, and a bus between them. */
const credentials = { appId: 'atrium', key: 'some-key-of-a-test', secret: 'some secret of a test' };
const log = openLog('silent');

interface Instance extends Embedded {
  url: string;
  close(): Promise<void>;
}

async function instance(bus: Bus): Promise<Instance> {
  const world = {
    config: {
      appUrl: 'http://atrium.test',
      hosts: ['127.0.0.1'],
      isProxy: () => true,
      realtime: { socketsPerAddress: 50, handshakesPerAddress: 120 },
    },
    metrics: openMetrics(),
    clock: systemClock,
    log,
    credentials,
    bus,
  };
  const embedded = openEmbedded(world);
  const server = createServer();
  embedded.engine.serve(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  embedded.start();
  return {
    ...embedded,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      await embedded.stop();
    },
  };
}

const socketAt = ({ url }: Instance) => openSocket({ url, config: { realtime: { credentials } } as never });

async function join(where: Instance, channel: string, personId = 'p'): Promise<Socket> {
  const socket = await socketAt(where);
  const data = JSON.stringify({ user_id: personId });
  socket.subscribe(channel, { auth: signChannel(credentials, socket.id, channel, data), channel_data: data });
  await socket.receive('pusher_internal:subscription_succeeded', channel);
  return socket;
}

let database: TestDatabase;
let redis: TestRedis;
beforeAll(async () => {
  database = await testDatabase();
  redis = await openRedis();
});
afterAll(async () => {
  await redis.stop();
  await database.drop();
});

/** Takes the bus away while `action` runs. */
const outages = {
  async postgres(action: () => Promise<void>) {
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const kill = () =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'atrium realtime'",
      );
    await kill();
    await action();
    await admin.end();
  },
  async redis(action: () => Promise<void>) {
    await redis.stop();
    await action();
    await redis.start();
  },
};

describe.each([
  ['postgres', () => postgresBus(database.url, log)],
  ['redis', () => redisBus(redis.url, log)],
] as const)('instances with a bus of %s', (kind, open) => {
  let one: Instance;
  let other: Instance;
  const buses: Bus[] = [];
  beforeAll(async () => {
    buses.push(open(), open());
    one = await instance(buses[0]!);
    other = await instance(buses[1]!);
    while (!buses.every((bus) => bus.isUp())) await pause(20);
  });
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.ws.terminate();
  });
  afterAll(() => Promise.all([one.close(), other.close()]));
  const joined = async (where: Instance, channel: string, personId?: string) => {
    const socket = await join(where, channel, personId);
    sockets.push(socket);
    // A subscription of the bus is on its way.
    await pause(100);
    return socket;
  };

  it('receive what is published at the other, in order and once', async () => {
    const [here, there] = [await joined(one, 'private-a'), await joined(other, 'private-a')];
    for (let seq = 1; seq <= 200; seq++)
      await one.publish({ channel: 'private-a', event: 'said', data: JSON.stringify({ seq, text: 'Grüße "' }), seq });
    for (const socket of [here, there]) {
      await expect.poll(() => socket.received.filter(({ event }) => event === 'said').length).toBe(200);
      expect(socket.received.map(({ data }) => data['seq'])).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    }
  });

  it('receive the same message as often as it is published', async () => {
    const there = await joined(other, 'private-f');
    for (let n = 0; n < 5; n++) await one.publish({ channel: 'private-f', event: 'said', data: '{}' });
    await expect.poll(() => there.received.length).toBe(5);
  });

  it('drop a number that is not above the last', async () => {
    const there = await joined(other, 'private-b');
    for (const seq of [1, 2, 2, 1, 3])
      await one.publish({ channel: 'private-b', event: 'said', data: `{"seq":${seq}}`, seq });
    await expect.poll(() => there.received.length).toBe(3);
    await pause(100);
    expect(there.received.map(({ data }) => data['seq'])).toEqual([1, 2, 3]);
  });

  it('pass on whispers, with the server’s word on who it was', async () => {
    const [here, there] = [await joined(one, 'private-c', 'ida'), await joined(other, 'private-c', 'ben')];
    here.send({ event: 'client-typing', channel: 'private-c', data: { on: true } });
    expect(await there.receive('client-typing')).toEqual({
      event: 'client-typing',
      channel: 'private-c',
      data: { on: true },
      user_id: 'ida',
    });
  });

  it('remove a person wherever they are', async () => {
    const there = await joined(other, 'private-d', 'ida');
    await one.expel('private-d', 'ida');
    await there.receive('pusher:subscription_error', 'private-d');
    const user = await socketAt(other);
    sockets.push(user);
    const data = '{"id":"zoe"}';
    user.send({ event: 'pusher:signin', data: { auth: signUser(credentials, user.id, data), user_data: data } });
    await user.receive('pusher:signin_success');
    await one.terminate('zoe');
    expect((await user.closed).code).toBe(4009);
  });

  it('serve their own through an outage, come back by themselves, and ask subscribers to fetch', async () => {
    const [here, there] = [await joined(one, 'private-e'), await joined(other, 'private-e')];
    await outages[kind](async () => {
      await expect.poll(() => buses.some((bus) => bus.isUp()), { interval: 1 }).toBe(false);
      expect(one.health()).toEqual({ driver: 'embedded', bus: kind, up: false });
      await one.publish({ channel: 'private-e', event: 'said', data: '{}' });
      await here.receive('said');
    });
    await expect.poll(() => buses.every((bus) => bus.isUp())).toBe(true);
    await there.receive('realtime.gap', 'private-e');
    await pause(200);
    await one.publish({ channel: 'private-e', event: 'again', data: '{}' });
    await there.receive('again');
    await pause(100);
    expect(there.received.filter(({ event }) => event === 'again')).toEqual([]);
  });
});
