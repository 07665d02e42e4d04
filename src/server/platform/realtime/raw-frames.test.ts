import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, type Socket } from '#test/socket.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { signChannel, signedQuery } from './signatures.ts';

/** What no stock client would send. */
let server: TestServer;
let ida: Session;
let ben: Session;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startServer();
  server.app.realtime.admit('private-room.', async (me, id) => me.id === id);
  server.app.realtime.admit('presence-room', async () => ({ name: 'Somebody' }));
  ida = await server.register();
  ben = await server.register();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.ws.terminate();
});
afterAll(() => server.close());

const open = async (how: Parameters<typeof openSocket>[1] = {}) => {
  const socket = await openSocket(server, how);
  sockets.push(socket);
  return socket;
};
const status = (how: Parameters<typeof openSocket>[1]) =>
  open(how).then(
    () => 101,
    (error: Error) => Number(error.message),
  );

/** What the server signs for a person who asks for a channel with a socket. */
async function entry(as: Session, socketId: string, channel: string) {
  const body = { socket_id: socketId, channel_name: channel };
  return server.call('POST /pusher/auth', { as, body, form: true });
}
async function joined(as: Session, channel: string): Promise<Socket> {
  const socket = await open();
  socket.subscribe(channel, (await entry(as, socket.id, channel)).body);
  await socket.hear('pusher_internal:subscription_succeeded', channel);
  return socket;
}

/** The server still serves: nothing before has hurt it. */
const expectHealth = async () => {
  const socket = await open();
  await socket.settled();
  expect(server.logged.filter((line) => line.includes('a frame could not be answered'))).toEqual([]);
};

describe('a handshake', () => {
  it.each([
    ['of a foreign page', { headers: { origin: 'https://evil.example' } }, 403],
    ['of a page that looks like ours', { headers: { origin: 'http://atrium.test.evil.example' } }, 403],
    ['of a sandboxed page', { headers: { origin: 'null' } }, 403],
    ['of our own page', { headers: { origin: 'http://atrium.test' } }, 101],
    ['at no application', { key: '../x' }, 404],
  ])('%s', async (_, how, expected) => expect(await status(how)).toBe(expected));

  it.each([
    ['for another application', { key: 'no-such-key' }, 4001],
    ['without a version', { query: 'client=js' }, 4008],
    ['of a version that is none', { query: 'protocol=seven' }, 4006],
    ['of a version to come', { query: 'protocol=8' }, 4007],
  ])('%s is ended with the code of the protocol', async (_, how, code) => {
    const socket = await open(how);
    expect((await socket.closed).code).toBe(code);
  });

  it('never agrees on compression', async () => {
    expect((await open()).ws.extensions).toBe('');
  });

  it('is counted by the address that the proxy saw: 50 sockets', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.50' };
    const all = await Promise.all(Array.from({ length: 55 }, () => status({ headers })));
    expect(all.filter((one) => one === 101)).toHaveLength(50);
    expect(all.filter((one) => one === 429)).toHaveLength(5);
    expect(await status({ headers: { 'x-forwarded-for': '203.0.113.50, 203.0.113.51' } })).toBe(101);
  });

  it('may not come too fast, sockets or none', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.60', origin: 'http://atrium.test' };
    for (let n = 0; n < 120; n++) {
      const socket = await openSocket(server, { headers });
      socket.ws.terminate();
    }
    expect(await status({ headers })).toBe(429);
  });

  it('that is broken off in the middle harms nobody', async () => {
    const { hostname, port } = new URL(server.url);
    const line = connect(Number(port), hostname);
    line.on('error', () => {});
    line.write('GET /app/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    await new Promise((resolve) => line.once('data', resolve));
    line.destroy();
    expect(line.destroyed).toBe(true);
    await expectHealth();
  });
});

describe('a frame', () => {
  const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
  const named = (frame: string): [string, string] => [frame.slice(0, 90), frame];
  it.each(
    [
      '',
      'not json',
      'null',
      '[]',
      '"pusher:ping"',
      '{}',
      '{"event":7}',
      '{"event":null,"data":{}}',
      '{"event":"no:such"}',
      '{"event":"pusher_internal:member_added","channel":"presence-room","data":"{}"}',
      '{"event":"pusher:subscribe"}',
      '{"event":"pusher:subscribe","data":null}',
      '{"event":"pusher:subscribe","data":[]}',
      '{"event":"pusher:subscribe","data":{"channel":{}}}',
      '{"event":"pusher:subscribe","data":{"channel":["private-room"]}}',
      '{"event":"pusher:subscribe","data":{"channel":""}}',
      '{"event":"pusher:subscribe","data":{"channel":"a b"}}',
      `{"event":"pusher:subscribe","data":{"channel":"${'x'.repeat(165)}"}}`,
      '{"event":"pusher:signin","data":{"auth":7,"user_data":{}}}',
      '{"event":"pusher:signin"}',
      '{"event":"client-x"}',
      '{"event":"client-x","channel":7,"data":{}}',
      '{"event":"client-x","channel":"private-room","data":{}}',
      '{"event":"client-","channel":"private-room","data":{}}',
      `{"event":"client-x","channel":"private-room","data":${deep}}`,
      deep,
    ].map(named),
  )('%s is answered with an error', async (_, frame) => {
    const socket = await open();
    socket.say(frame);
    await socket.hear('pusher:error');
    await socket.settled();
    expect(server.logged.filter((line) => line.includes('a frame could not be answered'))).toEqual([]);
  });

  it.each([
    '{"event":"pusher:unsubscribe"}',
    '{"event":"pusher:unsubscribe","data":{"channel":{}}}',
    '{"event":"pusher:unsubscribe","data":{"channel":"never-joined"}}',
    '{"event":"pusher:pong","data":[[]]}',
  ])('%s is borne in silence', async (frame) => {
    const socket = await open();
    socket.say(frame);
    expect(await socket.settled()).toEqual([]);
  });

  it('of bytes is answered with an error', async () => {
    const socket = await open();
    socket.ws.send(Buffer.from('{"event":"pusher:ping"}'));
    await socket.hear('pusher:error');
    expect(await socket.settled()).toEqual([]);
  });

  it('of too many bytes ends the socket', async () => {
    const socket = await open();
    socket.say('x'.repeat(33 * 1024));
    expect((await socket.closed).code).toBe(1009);
    await expectHealth();
  });

  it('in too many pieces ends the socket', async () => {
    const socket = await open();
    for (let n = 0; n < 80; n++) socket.ws.send('x', { fin: false });
    expect((await socket.closed).code).toBe(1008);
    await expectHealth();
  });

  it('that is none at all ends the socket', async () => {
    const socket = await open();
    (socket.ws as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(Buffer.alloc(64, 0xff));
    expect((await socket.closed).code).toBe(1002);
    await expectHealth();
  });
});

describe('a flood', () => {
  it('ends the flooder with a code that lets him come back, and nobody else', async () => {
    const [flooder, other] = await Promise.all([open(), open()]);
    for (let n = 0; n < 500; n++) flooder.say({ event: 'pusher:ping' });
    await other.settled();
    expect((await flooder.closed).code).toBe(4100);
    await other.settled();
  });

  it('of client events is cut at ten a second, with one word about it', async () => {
    const channel = `private-room.${ida.user.id}`;
    const [one, other] = await Promise.all([joined(ida, channel), joined(ida, channel)]);
    for (let n = 0; n < 30; n++) one.say({ event: 'client-x', channel, data: { n } });
    const heard = await one.settled();
    expect(heard.filter(({ event }) => event === 'pusher:error')).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ code: 4301 }) }),
    ]);
    expect((await other.settled()).filter(({ event }) => event === 'client-x')).toHaveLength(10);
  });

  it('of channels ends at a hundred', async () => {
    const socket = await open();
    for (let n = 0; n < 90; n++) socket.subscribe(`news-${n}`);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (let n = 90; n < 101; n++) socket.subscribe(`news-${n}`);
    expect((await socket.hear('pusher:subscription_error')).channel).toBe('news-100');
  });

  it('of sockets of one person ends at twenty', async () => {
    const channel = `private-user.${ben.user.id}`;
    await Promise.all(Array.from({ length: 20 }, () => joined(ben, channel)));
    const late = await open();
    late.subscribe(channel, (await entry(ben, late.id, channel)).body);
    expect((await late.hear('pusher:subscription_error', channel)).data).toMatchObject({ status: 429 });
    sockets[0]?.ws.terminate();
    await expect
      .poll(async () => {
        late.subscribe(channel, (await entry(ben, late.id, channel)).body);
        return (await late.settled()).some(({ event }) => event === 'pusher_internal:subscription_succeeded');
      })
      .toBe(true);
  });
});

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
  ])('that is asked for with %s is no request', async (_, body) => {
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

  it('lets nobody in with a forged entry', async () => {
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
      expect((await socket.hear('pusher:subscription_error', channel)).data).toMatchObject({ status: 401 });
    }
    own.subscribe('presence-room', body);
    await own.hear('pusher:subscription_error', 'presence-room');
    own.subscribe(`#server-to-user-${ida.user.id}`);
    await own.hear('pusher:subscription_error');
  });

  it('is left by who may no longer be there, at once, and his old entry is worth nothing', async () => {
    const channel = `private-room.${ida.user.id}`;
    const socket = await joined(ida, channel);
    const { body } = await entry(ida, socket.id, channel);
    await server.app.realtime.expel(channel, ida.user.id);
    await socket.hear('pusher:subscription_error', channel);
    await server.app.realtime.publish(channel, 'secret', {});
    socket.subscribe(channel, body);
    await socket.hear('pusher:subscription_error', channel);
    expect(await socket.settled()).toEqual([]);
  });
});

describe('a session that has ended', () => {
  it('takes its sockets with it: they may come back only by one that holds', async () => {
    const zoe = await server.register();
    const elsewhere = await server.signIn({ email: zoe.user.email });
    const channel = `private-user.${zoe.user.id}`;
    const [own, other] = [await joined(zoe, channel), await joined(elsewhere, channel)];
    expect((await server.call('POST /api/settings/sessions/revoke', { as: zoe, body: {} })).body.revoked).toBe(1);
    expect((await Promise.all([own.closed, other.closed])).map(({ code }) => code)).toEqual([4100, 4100]);
    expect((await entry(elsewhere, '1.1', channel)).status).toBe(401);
    await joined(zoe, channel);
  });
});

describe('what a browser says to others', () => {
  it('is made anew from what may be in it, with the server’s word on who it was', async () => {
    const channel = `private-room.${ida.user.id}`;
    const [one, other] = await Promise.all([joined(ida, channel), joined(ida, channel)]);
    one.say({
      event: 'client-typing',
      channel,
      data: { on: true },
      user_id: ben.user.id,
      socket_id: other.id,
      extra: 1,
    });
    expect(await other.hear('client-typing')).toEqual({
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
      one.say({ event, channel, data: '{}' });
      await one.hear('pusher:error');
      expect(await other.settled()).toEqual([]);
    },
  );

  it('stays among those who are in, and off public channels', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    for (const each of [one, other]) each.subscribe('news');
    await Promise.all([one, other].map((each) => each.hear('pusher_internal:subscription_succeeded')));
    one.say({ event: 'client-x', channel: 'news', data: {} });
    one.say({ event: 'client-x', channel: `private-room.${ida.user.id}`, data: {} });
    await one.hear('pusher:error');
    await one.hear('pusher:error');
    expect(await other.settled()).toEqual([]);
  });

  it('may not be long, and not deep', async () => {
    const channel = `private-room.${ida.user.id}`;
    const one = await joined(ida, channel);
    one.say(`{"event":"client-x","channel":"${channel}","data":${'['.repeat(15_000)}${']'.repeat(15_000)}}`);
    expect((await one.hear('pusher:error')).data).toMatchObject({ code: 4301 });
    one.say({ event: 'client-x', channel, data: 'x'.repeat(10_000) });
    expect((await one.hear('pusher:error')).data).toMatchObject({ code: 4301 });
  });
});

describe('presence', () => {
  it('keeps the type of an id, and compares as text', async () => {
    const { credentials } = server.config.realtime;
    const join = async (id: string | number) => {
      const socket = await open();
      const data = JSON.stringify({ user_id: id, user_info: { name: 'A' } });
      socket.subscribe('presence-x', {
        auth: signChannel(credentials, socket.id, 'presence-x', data),
        channel_data: data,
      });
      return [socket, await socket.hear('pusher_internal:subscription_succeeded')] as const;
    };
    const [first, heard] = await join(7);
    expect(heard.data['presence']).toEqual({ ids: [7], hash: { 7: { name: 'A' } }, count: 1 });
    await join('7');
    expect(await first.settled()).toEqual([]);
    await join('__proto__');
    expect((await first.hear('pusher_internal:member_added')).data).toMatchObject({ user_id: '__proto__' });
  });
});

describe('a slow reader', () => {
  it('is put out before his backlog costs anything, and the others go on', async () => {
    const [slow, other] = await Promise.all([open(), open()]);
    for (const each of [slow, other]) each.subscribe('news');
    await Promise.all([slow, other].map((each) => each.hear('pusher_internal:subscription_succeeded')));
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
    expect(other.heard.filter(({ event }) => event === 'long')).toHaveLength(3000);
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
    const answer = await fetch(`${server.url}${call.path}?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return answer.status;
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
  ])('answers %s', async (_, body, expected) => expect(await post('/events', body)).toBe(expected));

  it('believes no call that is not signed as it is', async () => {
    const body = '{"name":"x","data":"x","channel":"a"}';
    expect(await post('/events', body, { auth_signature: 'x' })).toBe(401);
    expect(await post('/events', body, { auth_timestamp: '1' })).toBe(401);
    expect(await post('/events', body, { info: 'user_count' })).toBe(401);
  });
});
