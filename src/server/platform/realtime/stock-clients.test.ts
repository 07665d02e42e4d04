import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Echo from 'laravel-echo';
import Api from 'pusher';
import Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { headersOf } from '#test/browser.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** The clients of the Pusher protocol as their makers publish them. */
let server: TestServer;
let ida: Session;
let ben: Session;
const open: Pusher[] = [];

/** Adds what a browser adds by itself and these clients outside of one cannot: the cookies. */
const cookies = createServer((request, response) => {
  const session = request.url?.startsWith('/ida') ? ida : ben;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const type = request.headers['content-type'] ?? '';
    void fetch(`${server.url}${request.url?.replace(/^\/\w+/, '') ?? ''}`, {
      method: 'POST',
      headers: { ...headersOf(session), authorization: request.headers.authorization ?? '', 'content-type': type },
      body: Buffer.concat(chunks).toString(),
    }).then(async (result) => {
      response.writeHead(result.status, { 'content-type': result.headers.get('content-type') ?? '' });
      response.end(await result.text());
    });
  });
});

beforeAll(async () => {
  server = await startServer();
  server.app.realtime.admit('private-room.', async (me, id) => id === ida.user.id && me.id !== ben.user.id);
  server.app.realtime.admit('private-hall', async () => true);
  server.app.realtime.admit('presence-hall', async (me) => ({ name: me.firstName }));
  ida = await server.register({ first_name: 'Ida' });
  ben = await server.register({ first_name: 'Ben' });
  await new Promise<void>((resolve) => cookies.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const client of open.splice(0)) client.disconnect();
});
afterAll(async () => {
  cookies.close();
  await server.close();
});

const settingsFor = (session: Session) => {
  const { hostname, port } = new URL(server.url);
  const headers = { authorization: `Bearer ${session.token}` };
  const browser = `http://127.0.0.1:${(cookies.address() as AddressInfo).port}/${session === ida ? 'ida' : 'ben'}`;
  return {
    cluster: 'eu',
    wsHost: hostname,
    wsPort: Number(port),
    forceTLS: false,
    enabledTransports: ['ws' as const],
    disableStats: true,
    channelAuthorization: { endpoint: `${browser}/pusher/auth`, transport: 'ajax' as const, headers },
    userAuthentication: { endpoint: `${browser}/pusher/user-auth`, transport: 'ajax' as const, headers },
  };
};

function clientOf(session: Session): Pusher {
  const client = new Pusher(server.config.realtime.credentials.key, settingsFor(session));
  open.push(client);
  return client;
}

const next = <T>(on: { bind(event: string, action: (data: T) => void): unknown }, event: string) =>
  new Promise<T>((resolve) => on.bind(event, resolve));

const api = () => {
  const { appId, key, secret } = server.config.realtime.credentials;
  const { hostname, port } = new URL(server.url);
  return new Api({ appId, key, secret, host: hostname, port, useTLS: false });
};

describe('pusher-js', () => {
  it('connects, is admitted to its own channel and receives what is sent there', async () => {
    const client = clientOf(ida);
    const own = client.subscribe(`private-user.${ida.user.id}`);
    await next(own, 'pusher:subscription_succeeded');
    const received = next<{ wallet_id: string }>(own, 'wallet.changed');
    await server.db.tx((tx) => server.app.realtime.notify(tx, ida.user.id, 'wallet.changed', { wallet_id: 'w' }));
    await server.drain();
    expect(await received).toEqual({ wallet_id: 'w' });
  });

  it.each([
    ['another person’s', () => `private-user.${ben.user.id}`],
    ['one that does not exist', () => 'private-nothing'],
  ])('is refused %s channel', async (_, name) => {
    const refused = next<{ status: number }>(clientOf(ida).subscribe(name()), 'pusher:subscription_error');
    expect(await refused).toMatchObject({ status: 403 });
  });

  it.each([
    ['private-hall', () => ({})],
    ['presence-hall', () => ({ user_id: ida.user.id })],
  ])('whispers in %s, and where it can the others learn from the server who it was', async (name, from) => {
    const [one, other] = [clientOf(ida).subscribe(name), clientOf(ben).subscribe(name)];
    await Promise.all([one, other].map((each) => next(each, 'pusher:subscription_succeeded')));
    const received = new Promise((resolve) =>
      other.bind('client-typing', (data: object, metadata: object) => resolve([data, metadata])),
    );
    one.trigger('client-typing', { typing: true, user_id: ben.user.id });
    expect(await received).toEqual([{ typing: true, user_id: ben.user.id }, from()]);
  });

  it('sees who is present, once each', async () => {
    const first = clientOf(ida).subscribe('presence-hall');
    await next(first, 'pusher:subscription_succeeded');
    const added = next<{ id: string; info: object }>(first, 'pusher:member_added');
    const second = clientOf(ben);
    const members = await next<{ count: number; members: object }>(
      second.subscribe('presence-hall'),
      'pusher:subscription_succeeded',
    );
    expect(members).toMatchObject({
      count: 2,
      members: { [ida.user.id]: { name: 'Ida' }, [ben.user.id]: { name: 'Ben' } },
    });
    expect(await added).toMatchObject({ id: ben.user.id, info: { name: 'Ben' } });
    const tab = clientOf(ben);
    await next(tab.subscribe('presence-hall'), 'pusher:subscription_succeeded');
    const left: string[] = [];
    first.bind('pusher:member_removed', ({ id }: { id: string }) => left.push(id));
    tab.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(left).toEqual([]);
    second.disconnect();
    await expect.poll(() => left).toEqual([ben.user.id]);
  });

  it('signs in, and can be disconnected for good', async () => {
    const client = clientOf(ida);
    await next(client.connection, 'connected');
    client.signin();
    await client.user.signinDonePromise;
    expect(client.user.user_data).toMatchObject({ id: ida.user.id });
    const away = next(client.connection, 'disconnected');
    await api().terminateUserConnections(ida.user.id);
    await away;
  });

  it('comes back after the server disconnected it', async () => {
    const client = clientOf(ida);
    const channel = client.subscribe('private-hall');
    await next(channel, 'pusher:subscription_succeeded');
    const before = client.connection.socket_id;
    const again = next(channel, 'pusher:subscription_succeeded');
    for (let sent = 0; sent < 120; sent++) client.send_event('pusher:ping', {});
    await again;
    expect(client.connection.socket_id).not.toBe(before);
  });
});

describe('laravel-echo', () => {
  it('joins, listens and whispers', async () => {
    const echoOf = (session: Session) => {
      const echo = new Echo({ broadcaster: 'pusher', client: clientOf(session), key: 'unused' });
      return echo;
    };
    const [one, other] = [echoOf(ida), echoOf(ben)];
    const joined = (echo: ReturnType<typeof echoOf>) =>
      new Promise<void>((resolve) => void echo.private('hall').subscribed(() => resolve()));
    await Promise.all([joined(one), joined(other)]);
    const received = new Promise((resolve) => void other.private('hall').listen('.message.new', resolve));
    await server.app.realtime.publish('private-hall', 'message.new', { text: 'Grüße' });
    expect(await received).toEqual({ text: 'Grüße' });
    const typing = new Promise((resolve) => void other.private('hall').listenForWhisper('typing', resolve));
    one.private('hall').whisper('typing', { on: true });
    expect(await typing).toEqual({ on: true });
    const here = new Promise<object[]>((resolve) => void one.join('hall').here(resolve));
    expect(await here).toEqual([{ name: 'Ida' }]);
  });
});

describe('the pusher server package', () => {
  it('sends to channels, in batches, and spares a socket', async () => {
    const [one, other] = [clientOf(ida), clientOf(ben)];
    const channels = [one, other].map((client) => client.subscribe('news'));
    await Promise.all(channels.map((channel) => next(channel, 'pusher:subscription_succeeded')));
    const received: unknown[] = [];
    channels.forEach((channel, index) => channel.bind('said', (data: object) => received.push([index, data])));
    await api().trigger('news', 'said', { n: 1 }, { socket_id: one.connection.socket_id });
    await api().triggerBatch([{ channel: 'news', name: 'said', data: { n: 2 } }]);
    await expect.poll(() => received).toHaveLength(3);
    expect(received).toEqual([
      [1, { n: 1 }],
      [0, { n: 2 }],
      [1, { n: 2 }],
    ]);
  });

  it('lists channels, their counts and their members', async () => {
    const channel = clientOf(ida).subscribe('presence-hall');
    await next(channel, 'pusher:subscription_succeeded');
    const read = async (path: string, params: Record<string, string> = {}) => {
      const result = await api().get({ path, params });
      return (await result.json()) as unknown;
    };
    expect(await read('/channels', { filter_by_prefix: 'presence-', info: 'user_count' })).toEqual({
      channels: { 'presence-hall': { user_count: 1 } },
    });
    expect(await read('/channels/presence-hall', { info: 'user_count,subscription_count' })).toEqual({
      occupied: true,
      user_count: 1,
      subscription_count: 1,
    });
    expect(await read('/channels/presence-hall/users')).toEqual({ users: [{ id: ida.user.id }] });
    expect(await read('/channels/nobody')).toEqual({ occupied: false });
  });

  it('is refused with another secret, and when it requests an unknown count', async () => {
    const { appId, key } = server.config.realtime.credentials;
    const { hostname, port } = new URL(server.url);
    const forged = new Api({ appId, key, secret: 'a guess of somebody', host: hostname, port, useTLS: false });
    await expect(forged.trigger('news', 'said', {})).rejects.toMatchObject({ status: 401 });
    await expect(api().get({ path: '/channels/news/users' })).rejects.toMatchObject({ status: 400 });
    await expect(api().trigger('news', 'said', 'x'.repeat(10_001))).rejects.toMatchObject({ status: 413 });
  });
});
