import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Recent } from '#contract/kernel/realtime.ts';
import { sql } from '#server/platform/db/sql.ts';
import { copyOf, keyedBrowsers } from '#test/auth/session-key.ts';
import { openSockets } from '#test/socket.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { signChannel, signedQuery } from './signatures.ts';

/** Who may join, who may send what to whom, and what it costs the others. */
let server: TestServer;
let ida: Session;
let ben: Session;
const sockets = openSockets(() => server);
const { open, entry, joined } = sockets;
const { keyed, challengeOf, renew } = keyedBrowsers(() => server);

beforeAll(async () => {
  server = await startServer();
  server.app.realtime.admit('private-room.', async (me, id) => me.id === id);
  server.app.realtime.admit('presence-room', async () => ({ name: 'Somebody' }));
  ida = await server.register();
  ben = await server.register();
});
afterEach(sockets.end);
afterAll(() => server.close());

describe('a channel', () => {
  it.each([
    ['of another', () => `private-room.${ben.user.id}`],
    ['of another person', () => `private-user.${ben.user.id}`],
    ['by a path', () => `private-room.${ben.user.id}/../${ida.user.id}`],
    ['by a prefix', () => `private-room.${ida.user.id}.x`],
    ['in capitals', () => `private-room.${ida.user.id.toUpperCase()}`],
    ['without an id', () => 'private-room.'],
    ['without a dot', () => 'private-room'],
    ['that nobody admits to', () => 'private-nothing'],
    ['with a presence that is private', () => 'presence-user.'],
    ['that is public', () => 'news'],
    ['that is a user’s', () => `#server-to-user-${ida.user.id}`],
  ])('%s is refused in the same words', async (_, name) => {
    const { status, refusal } = await entry(ida, '1.1', name());
    expect([status, refusal.code]).toEqual([403, 'http.forbidden']);
  });

  it.each([
    ['an array', { channel_name: ['private-room'] }],
    ['no socket', { channel_name: 'private-room', socket_id: 'x' }],
    ['a socket with a channel in it', { channel_name: 'private-room', socket_id: '1.1:private-room' }],
    ['nothing', {}],
  ])('that is requested with %s is no request', async (_, body) => {
    expect((await server.call('POST /pusher/auth', { as: ida, body: { socket_id: '1.1', ...body } })).status).toBe(422);
  });

  it('is for the signed-in only, and for our own pages', async () => {
    const body = { socket_id: '1.1', channel_name: `private-user.${ida.user.id}` };
    expect((await server.call('POST /pusher/auth', { as: server.browser(), body })).status).toBe(401);
    const foreign = { headers: { origin: 'https://evil.example' } };
    expect((await server.call('POST /pusher/auth', { as: ida, body, ...foreign })).status).toBe(403);
    expect((await server.call('POST /pusher/auth', { as: ida, body, headers: { 'x-xsrf-token': 'x' } })).status).toBe(
      403,
    );
    expect(
      (await server.call('POST /pusher/user-auth', { as: server.browser(), body: { socket_id: '1.1' } })).status,
    ).toBe(401);
    expect((await server.call('POST /pusher/auth', { as: ida, body, form: true })).status).toBe(200);
  });

  it('of one’s own says what it carried just before, of nobody else', async () => {
    const own = `private-user.${ida.user.id}`;
    await server.app.realtime.publish(own, 'wallet.changed', {});
    await server.app.realtime.publish(`private-user.${ben.user.id}`, 'payment.changed', {});
    const socket = await open();
    socket.subscribe(own, (await entry(ida, socket.id, own)).body);
    const recent = (await socket.receive('pusher_internal:subscription_succeeded', own)).data as unknown as Recent;
    expect(recent.whole_ms).toBeGreaterThan(0);
    expect(Object.keys(recent.ago_ms)).toEqual(['wallet.changed']);
    const room = `private-room.${ida.user.id}`;
    socket.subscribe(room, (await entry(ida, socket.id, room)).body);
    expect((await socket.receive('pusher_internal:subscription_succeeded', room)).data).toEqual({});
  });

  it('refuses a forged entry', async () => {
    const channel = `private-room.${ida.user.id}`;
    const [own, other] = await Promise.all([open(), open()]);
    const { body } = await entry(ida, own.id, channel);
    const [key = '', signature = ''] = body.auth.split(':');
    const forged = [
      [other, body],
      [own, { ...body, auth: signature }],
      [own, { ...body, auth: `${key}:${signature.slice(0, -1)}` }],
      [own, { ...body, auth: `another:${signature}` }],
      [own, { ...body, channel_data: JSON.stringify({ user_id: ben.user.id }) }],
      [own, { auth: body.auth }],
      [own, { auth: [body.auth] }],
      [own, {}],
    ] as const;
    for (const [socket, more] of forged) {
      socket.subscribe(channel, more);
      expect((await socket.receive('pusher:subscription_error', channel)).data).toMatchObject({ status: 401 });
    }
    own.subscribe('presence-room', body);
    await own.receive('pusher:subscription_error', 'presence-room');
    own.subscribe(`#server-to-user-${ida.user.id}`);
    await own.receive('pusher:subscription_error');
  });

  it('loses a person who may no longer be there, at once, and their old entry is void', async () => {
    const channel = `private-room.${ida.user.id}`;
    const socket = await joined(ida, channel);
    const { body } = await entry(ida, socket.id, channel);
    await server.app.realtime.expel(channel, ida.user.id);
    await socket.receive('pusher:subscription_error', channel);
    await server.app.realtime.publish(channel, 'secret', {});
    socket.subscribe(channel, body);
    await socket.receive('pusher:subscription_error', channel);
    expect(await socket.settled()).toEqual([]);
  });
});

describe('a session that has ended', () => {
  it('takes its sockets with it: they may come back only by one that holds', async () => {
    const zoe = await server.register();
    const elsewhere = await server.signIn({ email: zoe.user.email });
    const channel = `private-user.${zoe.user.id}`;
    const [own, other] = [await joined(zoe, channel), await joined(elsewhere, channel)];
    expect(
      (
        await server.call('POST /api/settings/sessions/revoke', {
          as: zoe,
          body: { current_password: zoe.password },
        })
      ).body.revoked,
    ).toBe(1);
    expect((await Promise.all([own.closed, other.closed])).map(({ code }) => code)).toEqual([4100, 4100]);
    expect((await entry(elsewhere, '1.1', channel)).status).toBe(401);
    await joined(zoe, channel);
  });
});

describe('a session that its key must renew', () => {
  const untilIn = (body: { channel_data?: string | undefined }) =>
    (JSON.parse(body.channel_data ?? '{}') as { until: number }).until;

  it('keeps no socket past its half: the next half brings it back, a copy of the former one does not', async () => {
    const zoe = await server.register();
    const channel = `private-user.${zoe.user.id}`;
    const own = { ...zoe, ...(await keyed(true, zoe.user)) };
    const thief = copyOf(own);
    const [mine, stolen] = [await joined(own, channel), await joined(thief, channel)];
    server.clock.advance(9 * 60_000);
    const later = await entry(thief, stolen.id, channel);
    stolen.subscribe('presence-room', (await entry(thief, stolen.id, 'presence-room')).body);
    await stolen.receive('pusher_internal:subscription_succeeded', 'presence-room');
    server.clock.advance(2 * 60_000);
    expect((await renew(own, await challengeOf(own))).status).toBe(200);
    expect((await Promise.all([mine.closed, stolen.closed])).map(({ code }) => code)).toEqual([4200, 4200]);
    const again = await open();
    again.subscribe(channel, (await entry(own, again.id, channel)).body);
    await again.receive('pusher_internal:subscription_succeeded', channel);
    server.clock.advance(60_000);
    expect((await entry(thief, again.id, channel)).refusal.code).toBe('auth.renewal_due');
    expect(untilIn(later.body)).toBeLessThan(server.clock.now().getTime());
  });

  it('refuses an expired entry, and gives no longer time by the former half', async () => {
    const zoe = await server.register();
    const channel = `private-user.${zoe.user.id}`;
    const own = { ...zoe, ...(await keyed(true, zoe.user)) };
    const socket = await open();
    const { body } = await entry(own, socket.id, channel);
    server.clock.advance(11 * 60_000);
    const challenge = await challengeOf(own);
    expect((await renew(own, challenge)).status).toBe(200);
    const thief = copyOf(own);
    const proof = { current_password: zoe.password };
    expect((await server.call('POST /api/session/prove', { as: own, body: proof })).status).toBe(200);
    socket.subscribe(channel, body);
    expect((await socket.receive('pusher:subscription_error', channel)).data).toMatchObject({ status: 401 });
    const [now, byFormer] = [server.clock.now().getTime(), await entry(thief, socket.id, channel)];
    expect(untilIn(byFormer.body)).toBe(now + 10_000);
    expect(untilIn((await entry(own, socket.id, channel)).body)).toBe(now + 600_000);
  });

  it('is not used by a page that only comes back to its channels, and ends all the same', async () => {
    const zoe = await server.register();
    const channel = `private-user.${zoe.user.id}`;
    const seen = () =>
      server.db.one<{ at: Date }>(sql`select last_seen_at as at from session where person_id = ${zoe.user.id}`);
    const before = await seen();
    server.clock.advance(10 * 60_000);
    expect((await entry(zoe, '1.1', channel)).status).toBe(200);
    expect(await seen()).toEqual(before);
    await server.call('POST /api/wallets', { as: zoe });
    expect((await seen()).at.getTime()).toBeGreaterThan(before.at.getTime());
  });

  it('closes its sockets when the same browser signs in again, or signs out by the remaining half', async () => {
    const zoe = await server.register();
    const channel = `private-user.${zoe.user.id}`;
    const [first, second] = [await joined(zoe, channel), await joined(zoe, channel)];
    const again = { email: zoe.user.email, password: zoe.password };
    expect((await server.call('POST /api/login', { as: zoe, body: again })).status).toBe(200);
    expect((await first.closed).code).toBe(4100);
    await second.closed;
    const left = await server.signIn({ email: zoe.user.email });
    const last = await joined(left, channel);
    const { token: _, ...withoutBearer } = left;
    expect((await server.call('POST /api/logout', { as: withoutBearer })).status).toBe(200);
    expect((await last.closed).code).toBe(4100);
  });
});

it('the secret is in no answer, no frame and no log', async () => {
  const { secret } = server.config.realtime.credentials;
  const channel = `private-user.${ida.user.id}`;
  const socket = await joined(ida, channel);
  await server.app.realtime.publish(channel, 'wallet.changed', {});
  const user = await server.call('POST /pusher/user-auth', { as: ida, body: { socket_id: socket.id } });
  const seen = [await entry(ida, socket.id, channel), user, await socket.settled(), server.logged];
  expect(JSON.stringify(seen)).not.toContain(secret);
  expect(JSON.stringify(seen)).not.toContain(server.config.appSecret);
});

describe('what a browser sends to others', () => {
  it('is built again from its allowed fields, with the server’s word on who the person was', async () => {
    const channel = `private-room.${ida.user.id}`;
    const [one, other] = await Promise.all([joined(ida, channel), joined(ida, channel)]);
    one.send({
      event: 'client-typing',
      channel,
      data: { on: true },
      user_id: ben.user.id,
      socket_id: other.id,
      extra: 1,
    });
    expect(await other.receive('client-typing')).toEqual({
      event: 'client-typing',
      channel,
      data: { on: true },
      user_id: ida.user.id,
    });
    expect(await one.settled()).toEqual([]);
  });

  it.each(['message.new', 'xclient-typing', 'pusher:error', 'pusher_internal:member_removed'])(
    'may not be %s',
    async (event) => {
      const channel = `private-room.${ida.user.id}`;
      const [one, other] = await Promise.all([joined(ida, channel), joined(ida, channel)]);
      one.send({ event, channel, data: '{}' });
      await one.receive('pusher:error');
      expect(await other.settled()).toEqual([]);
    },
  );

  it('stays among those who are in, and off public channels', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    for (const each of [one, other]) each.subscribe('news');
    await Promise.all([one, other].map((each) => each.receive('pusher_internal:subscription_succeeded')));
    one.send({ event: 'client-x', channel: 'news', data: {} });
    one.send({ event: 'client-x', channel: `private-room.${ida.user.id}`, data: {} });
    await one.receive('pusher:error');
    await one.receive('pusher:error');
    expect(await other.settled()).toEqual([]);
  });

  it('may not be long, and not deep', async () => {
    const channel = `private-room.${ida.user.id}`;
    const one = await joined(ida, channel);
    one.send(`{"event":"client-x","channel":"${channel}","data":${'['.repeat(15_000)}${']'.repeat(15_000)}}`);
    expect((await one.receive('pusher:error')).data).toMatchObject({ code: 4301 });
    one.send({ event: 'client-x', channel, data: 'x'.repeat(10_000) });
    expect((await one.receive('pusher:error')).data).toMatchObject({ code: 4301 });
  });
});

describe('presence', () => {
  it('stores the type of an id, and compares as text', async () => {
    const { credentials } = server.config.realtime;
    const join = async (id: string | number) => {
      const socket = await open();
      const data = JSON.stringify({ user_id: id, user_info: { name: 'A' } });
      socket.subscribe('presence-x', {
        auth: signChannel(credentials, socket.id, 'presence-x', data),
        channel_data: data,
      });
      return [socket, await socket.receive('pusher_internal:subscription_succeeded')] as const;
    };
    const [first, received] = await join(7);
    expect(received.data['presence']).toEqual({ ids: [7], hash: { 7: { name: 'A' } }, count: 1 });
    await join('7');
    expect(await first.settled()).toEqual([]);
    await join('__proto__');
    expect((await first.receive('pusher_internal:member_added')).data).toMatchObject({ user_id: '__proto__' });
  });
});

describe('a slow reader', () => {
  it('is disconnected before its backlog costs anything, and the others continue', async () => {
    const [slow, other] = await Promise.all([open(), open()]);
    for (const each of [slow, other]) each.subscribe('news');
    await Promise.all([slow, other].map((each) => each.receive('pusher_internal:subscription_succeeded')));
    slow.ws.pause();
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 3000; n++) {
      await server.app.realtime.publish('news', 'long', { n, text: 'x'.repeat(7000) });
      if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await expect
      .poll(async () => (await server.app.metrics.realtimeRefusals.get()).values)
      .toContainEqual(expect.objectContaining({ labels: { reason: 'slow_reader' } }));
    await other.settled();
    expect(other.received.filter(({ event }) => event === 'long')).toHaveLength(3000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    slow.ws.resume();
    await slow.closed;
  });
});

describe('the HTTP API', () => {
  const post = async (path: string, body: string, changed: object = {}) => {
    const { credentials } = server.config.realtime;
    const call = { method: 'POST', path: `/apps/${credentials.appId}${path}`, query: {}, body };
    const query = { ...signedQuery(credentials, call, Math.floor(Date.now() / 1000)), ...changed };
    const response = await fetch(`${server.url}${call.path}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return response.status;
  };

  it.each([
    ['no JSON', 'x', 400],
    ['no name', '{"data":"x","channel":"a"}', 400],
    ['no channel', '{"name":"x","data":"x"}', 400],
    ['a channel that is none', '{"name":"x","data":"x","channel":"a b"}', 400],
    ['data that are no text', '{"name":"x","data":{},"channel":"a"}', 400],
    [
      'too many channels',
      JSON.stringify({ name: 'x', data: 'x', channels: Array.from({ length: 101 }, (_, n) => `c${n}`) }),
      400,
    ],
    ['data that are too long', JSON.stringify({ name: 'x', data: 'x'.repeat(10_001), channel: 'a' }), 413],
    ['what is right', '{"name":"x","data":"x","channel":"a"}', 200],
  ])('responds %s', async (_, body, expected) => expect(await post('/events', body)).toBe(expected));

  it('believes no call that is not signed as it is', async () => {
    const body = '{"name":"x","data":"x","channel":"a"}';
    expect(await post('/events', body, { auth_signature: 'x' })).toBe(401);
    expect(await post('/events', body, { auth_timestamp: '1' })).toBe(401);
    expect(await post('/events', body, { info: 'user_count' })).toBe(401);
  });
});
