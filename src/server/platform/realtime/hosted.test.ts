import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** A provider that takes events as Pusher, Soketi and Reverb do, and believes only what is signed as their documents have it. */
const secret = 'the secret of the provider';
const received: { path: string; body: unknown }[] = [];
let isDown = false;
/** Channels with subscribers at the provider. */
const occupied = new Set<string>();
const provider = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://provider');
    const { auth_signature: signature, ...query } = Object.fromEntries(url.searchParams);
    const sorted = Object.keys(query)
      .toSorted()
      .map((name) => `${name}=${query[name]}`);
    const text = [request.method, url.pathname, sorted.join('&')].join('\n');
    const isSigned =
      signature === createHmac('sha256', secret).update(text).digest('hex') &&
      query['body_md5'] === (body === '' ? undefined : createHash('md5').update(body).digest('hex'));
    const isQuestion = request.method === 'GET';
    if (isSigned && !isDown && !isQuestion) received.push({ path: url.pathname, body: JSON.parse(body) });
    const result = isQuestion ? { occupied: occupied.has(url.pathname.split('/').at(-1) ?? '') } : {};
    response.writeHead(isDown ? 503 : isSigned ? 200 : 401).end(JSON.stringify(result));
  });
});

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  server = await startServer({
    env: {
      PUSHER_HOST: '127.0.0.1',
      PUSHER_PORT: String((provider.address() as AddressInfo).port),
      PUSHER_SCHEME: 'http',
      PUSHER_APP_ID: '42',
      PUSHER_APP_KEY: 'key-of-the-provider',
      PUSHER_APP_SECRET: secret,
    },
  });
  ida = await server.register();
});
afterAll(async () => {
  provider.close();
  await server.close();
});

const notify = () =>
  server.db.tx((tx) => server.app.realtime.notify(tx, ida.user.id, 'wallet.changed', { wallet_id: 'w' }));

it('receives what is published', async () => {
  await notify();
  await server.drain();
  expect(received.splice(0)).toEqual([
    {
      path: '/apps/42/events',
      body: { name: 'wallet.changed', channels: [`private-user.${ida.user.id}`], data: '{"wallet_id":"w"}' },
    },
  ]);
  expect(server.app.realtime.health()).toEqual({ driver: 'hosted', bus: 'none', up: true });
});

it('is given it later when it is down, and nothing when the transaction failed', async () => {
  isDown = true;
  await notify();
  await server.drain();
  expect(server.app.realtime.health().up).toBe(false);
  isDown = false;
  await expect(
    server.db.tx(async (tx) => {
      await server.app.realtime.notify(tx, ida.user.id, 'wallet.changed', { wallet_id: 'never' });
      await tx.run(sql`select 1 / 0`);
    }),
  ).rejects.toThrow('division by zero');
  server.clock.advance(10_000);
  await server.drain();
  expect(received.splice(0).map(({ body }) => (body as { data: string }).data)).toEqual(['{"wallet_id":"w"}']);
});

it('cuts a person off who may no longer be in a channel', async () => {
  await server.app.realtime.expel('private-chat.x', ida.user.id);
  expect(received.splice(0)).toEqual([{ path: `/apps/42/users/${ida.user.id}/terminate_connections`, body: {} }]);
});

it('receives passing messages only when there is a subscriber', async () => {
  const { realtime } = server.app;
  occupied.add('prices-of-metals');
  realtime.echo('prices-of-nothing', 'quotes', () => ({ quotes: [] }));
  realtime.echo('prices-of-metals', 'quotes', () => ({ quotes: ['gold'] }));
  await expect
    .poll(() => received.splice(0))
    .toEqual([
      {
        path: '/apps/42/events',
        body: { name: 'quotes', channels: ['prices-of-metals'], data: '{"quotes":["gold"]}' },
      },
    ]);
});

it('finds the entries of its sockets signed with its secret', async () => {
  const channel = `private-user.${ida.user.id}`;
  const { body } = await server.call('POST /pusher/auth', {
    as: ida,
    body: { socket_id: '1.2', channel_name: channel },
  });
  const signature = createHmac('sha256', secret).update(`1.2:${channel}`).digest('hex');
  expect(body).toEqual({ auth: `key-of-the-provider:${signature}` });
});

it('leaves no endpoints of the embedded engine open', async () => {
  expect((await fetch(`${server.url}/apps/42/events`, { method: 'POST', body: '{}' })).status).toBe(404);
  const { headers } = await server.call('GET /api/market/ticker');
  expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ws://127.0.0.1:`);
});

it('is named in the health report', async () => {
  const result = await fetch(`${server.url}/healthz`);
  expect(await result.json()).toEqual({ status: 'ok', realtime: { driver: 'hosted', bus: 'none', up: true } });
});
