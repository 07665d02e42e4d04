import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSocket, openSockets } from '#test/socket.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What no stock client would send: handshakes, frames and floods. */
let server: TestServer;
let ida: Session;
let ben: Session;
const sockets = openSockets(() => server);
const { open, status, entry, joined } = sockets;

beforeAll(async () => {
  server = await startServer();
  server.app.realtime.admit('private-room.', async (me, id) => me.id === id);
  server.app.realtime.admit('presence-room', async () => ({ name: 'Somebody' }));
  ida = await server.register();
  ben = await server.register();
});
afterEach(sockets.end);
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

/** Stops the clock of the limits, so that they hold on a slow machine too. @returns what moves it */
function stopClock() {
  let at = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => at);
  return (ms: number) => void (at += ms);
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
    ['for an application with a long key', { key: 'k'.repeat(600) }, 4001],
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

  /** The code with which a socket is ended at once; undefined for one that may stay. */
  const codeOf = async (how: Parameters<typeof openSocket>[1]) => {
    const socket = await open({ query: 'protocol=7', ...how });
    const first = await Promise.race([
      socket.receive('pusher:connection_established').then(() => undefined),
      socket.receive('pusher:error').then(({ data }) => data['code']),
    ]);
    return first;
  };

  it('is counted by the address that the proxy saw: 50 sockets', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.50' };
    const all = await Promise.all(Array.from({ length: 55 }, () => codeOf({ headers })));
    expect(all.filter((one) => one === undefined)).toHaveLength(50);
    expect(all.filter((one) => one === 4100)).toHaveLength(5);
    expect(await status({ headers: { 'x-forwarded-for': '203.0.113.50, 203.0.113.51' } })).toBe(101);
  });

  it('may not come too fast, sockets or none', async () => {
    stopClock();
    const headers = { 'x-forwarded-for': '203.0.113.60', origin: 'http://atrium.test' };
    for (let n = 0; n < 120; n++) {
      const socket = await openSocket(server, { headers });
      socket.ws.terminate();
    }
    expect(await codeOf({ headers })).toBe(4100);
    await Promise.all(Array.from({ length: 360 }, () => status({ headers })));
    expect(await status({ headers })).toBe(429);
  });

  it('is counted by the network of an IPv6 address', async () => {
    const from = (host: number) => ({ headers: { 'x-forwarded-for': `2001:db8:60:1::${host.toString(16)}` } });
    const all = await Promise.all(Array.from({ length: 55 }, (_, host) => codeOf(from(host))));
    expect(all.filter((one) => one === 4100)).toHaveLength(5);
    expect(await codeOf({ headers: { 'x-forwarded-for': '2001:db8:60:2::1' } })).toBeUndefined();
  });

  it('that is broken off in the middle harms no other socket', async () => {
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
  )('%s gets an error', async (_, frame) => {
    const socket = await open();
    socket.send(frame);
    await socket.receive('pusher:error');
    await socket.settled();
    expect(server.logged.filter((line) => line.includes('a frame could not be answered'))).toEqual([]);
  });

  it.each([
    '{"event":"pusher:unsubscribe"}',
    '{"event":"pusher:unsubscribe","data":{"channel":{}}}',
    '{"event":"pusher:unsubscribe","data":{"channel":"never-joined"}}',
    '{"event":"pusher:pong","data":[[]]}',
  ])('%s is ignored', async (frame) => {
    const socket = await open();
    socket.send(frame);
    expect(await socket.settled()).toEqual([]);
  });

  it('of bytes gets an error', async () => {
    const socket = await open();
    socket.ws.send(Buffer.from('{"event":"pusher:ping"}'));
    await socket.receive('pusher:error');
    expect(await socket.settled()).toEqual([]);
  });

  it('of too many bytes ends the socket', async () => {
    const socket = await open();
    socket.send('x'.repeat(33 * 1024));
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
  it('disconnects only the flooder, with a code that lets them come back', async () => {
    const [flooder, other] = await Promise.all([open(), open()]);
    stopClock();
    for (let n = 0; n < 500; n++) flooder.send({ event: 'pusher:ping' });
    await other.settled();
    expect((await flooder.closed).code).toBe(4100);
    await other.settled();
  });

  it('of client events is cut at ten a second, with one word about it', async () => {
    const channel = `private-room.${ida.user.id}`;
    const [one, other] = await Promise.all([joined(ida, channel), joined(ida, channel)]);
    stopClock();
    for (let n = 0; n < 30; n++) one.send({ event: 'client-x', channel, data: { n } });
    const received = await one.settled();
    expect(received.filter(({ event }) => event === 'pusher:error')).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ code: 4301 }) }),
    ]);
    expect((await other.settled()).filter(({ event }) => event === 'client-x')).toHaveLength(10);
  });

  it('of channels ends at a hundred', async () => {
    const socket = await open();
    const advance = stopClock();
    for (let n = 0; n < 90; n++) socket.subscribe(`news-${n}`);
    await socket.settled();
    advance(1100);
    for (let n = 90; n < 101; n++) socket.subscribe(`news-${n}`);
    expect((await socket.receive('pusher:subscription_error')).channel).toBe('news-100');
  });

  it('of sockets of one person ends at twenty', async () => {
    const channel = `private-user.${ben.user.id}`;
    await Promise.all(Array.from({ length: 20 }, () => joined(ben, channel)));
    const late = await open();
    late.subscribe(channel, (await entry(ben, late.id, channel)).body);
    expect((await late.receive('pusher:subscription_error', channel)).data).toMatchObject({ status: 429 });
    sockets.all[0]?.ws.terminate();
    await expect
      .poll(async () => {
        late.subscribe(channel, (await entry(ben, late.id, channel)).body);
        return (await late.settled()).some(({ event }) => event === 'pusher_internal:subscription_succeeded');
      })
      .toBe(true);
  });
});
