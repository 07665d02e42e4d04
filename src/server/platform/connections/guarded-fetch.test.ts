import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openBreaker } from './breaker.ts';
import { fetchBy, guardFetch, type JournalEntry } from './guarded-fetch.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(host: string, { allowLocal = true, allowOwn = false, secrets = ['sk_live_1'] } = {}) {
  const journal: JournalEntry[] = [];
  let now = new Date('2026-11-26T10:00:00Z');
  const http = guardFetch({
    hosts: [host],
    secrets,
    allowLocal,
    allowOwn,
    breaker: openBreaker(),
    now: () => now,
    note: async (entry) => void journal.push(entry),
  });
  const get = (url = `http://${host}/v1/things?key=hidden`) =>
    http({ purpose: 'read thing', ref: 'DEP1', method: 'GET', url, headers: { authorization: 'Bearer sk_live_1' } });
  return { http, get, journal, later: (s: number) => void (now = new Date(now.getTime() + s * 1000)) };
}

describe('a call to a provider', () => {
  it('returns the answer and leaves a row without headers, body, query and secrets', async () => {
    const host = await serve((_request, response) => response.writeHead(201, { 'x-id': '7' }).end('{"a":1}'));
    const { get, journal } = client(host);
    const answer = await get(`http://${host}/v1/sk_live_1/things?key=hidden`);
    expect(answer).toMatchObject({ failure: null, status: 201, body: Buffer.from('{"a":1}') });
    expect(journal).toEqual([
      {
        purpose: 'read thing',
        ref: 'DEP1',
        method: 'GET',
        host,
        path: '/v1/…/things',
        status: 201,
        failure: null,
        expected: false,
        durationMs: expect.any(Number) as number,
      },
    ]);
  });

  it.each([401, 403])(
    'is paused after %i, which a key that was revoked gets, unless that is expected',
    async (status) => {
      const host = await serve((_request, response) => response.writeHead(status).end());
      const { http, get } = client(host);
      const expecting = () =>
        http({ purpose: 'read thing', ref: null, method: 'GET', url: `http://${host}/v1/things`, expects: status });
      for (let call = 0; call < 6; call++) expect(await expecting()).toMatchObject({ status });
      const other = client(host);
      for (let call = 0; call < 5; call++) await other.get();
      expect(await other.get()).toMatchObject({ failure: 'open' });
      expect(await get()).toMatchObject({ status });
    },
  );

  it('hides our secrets in an answer that repeats them, in whatever spelling', async () => {
    const secret = 'sk/live+"1"';
    const basic = Buffer.from(`AC1:${secret}`).toString('base64');
    const echo = JSON.stringify({ message: `Basic ${basic}`, key: secret, at: `/x?k=${encodeURIComponent(secret)}` });
    const host = await serve((_request, response) => response.writeHead(401).end(`ü${echo}\xff`));
    const { http } = client(host, { secrets: [secret] });
    const answer = await http({
      purpose: 'read thing',
      ref: null,
      method: 'GET',
      url: `http://${host}/`,
      headers: { Authorization: `Basic ${basic}` },
    });
    expect(answer.failure === null && answer.body.toString()).toBe(
      'ü{"message":"Basic …","key":"…","at":"/x?k=…"}\xff',
    );
  });

  it('goes to the hosts of the connection only', async () => {
    const host = await serve((_request, response) => response.end());
    const { get } = client(host);
    for (const url of ['http://127.0.0.1:1/', `http://${host}@evil.example/`, `http://evil.example/${host}`, 'x'])
      expect(await get(url)).toMatchObject({ failure: 'address', sent: false });
  });

  it.each(['127.0.0.1:9', '169.254.169.254', '10.0.0.1', '[::1]:9', '[::ffff:10.0.0.1]'])(
    'does not go into a network of ours: %s',
    async (host) => {
      const { http } = client(host, { allowLocal: false });
      const call = { purpose: 'x', ref: null, method: 'GET', url: `https://${host}/` } as const;
      expect(await http(call)).toMatchObject({ failure: 'address', sent: false });
    },
  );

  it('goes into our own network where that is asked for, and still not to what a machine says of itself', async () => {
    const call = { purpose: 'x', ref: null, method: 'GET', timeoutMs: 50 } as const;
    const own = await client('10.255.255.1', { allowLocal: false, allowOwn: true }).http({
      ...call,
      url: 'http://10.255.255.1/',
    });
    expect(own.failure).not.toBe('address');
    const metadata = client('169.254.169.254', { allowLocal: false, allowOwn: true });
    expect(await metadata.http({ ...call, url: 'http://169.254.169.254/' })).toMatchObject({ failure: 'address' });
  });

  it('follows no redirect', async () => {
    let calls = 0;
    const host = await serve((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await client(host).get()).toMatchObject({ failure: 'redirect', sent: true });
    expect(calls).toBe(1);
  });

  it('says whether something may have reached the provider', async () => {
    const mute = await serve((request) => request.socket.destroy());
    expect(await client(mute).get()).toMatchObject({ failure: 'connection', sent: true });
    closing.splice(0).forEach((close) => close());
    expect(await client(mute).get()).toMatchObject({ failure: 'connection', sent: false });
  });

  it('reads no more than 5 MB', async () => {
    const host = await serve((_request, response) => {
      const more = () => response.destroyed || response.write(Buffer.alloc(65_536), more);
      more();
    });
    expect(await client(host).get()).toMatchObject({ failure: 'too_large', sent: true });
  });

  it('works for packages that take a fetch', async () => {
    const host = await serve((request, response) => {
      request.pipe(response.writeHead(200, { 'content-type': 'text/plain' }));
    });
    const fetch = fetchBy(client(host).http, { purpose: 'x', ref: null });
    const answer = await fetch(`http://${host}/x`, { method: 'POST', body: 'a=1&b=2' });
    expect([answer.status, await answer.text()]).toEqual([200, 'a=1&b=2']);
    await expect(fetch('http://127.0.0.1:1/')).rejects.toThrow('not one of this connection');
  });
});

describe('the circuit breaker', () => {
  it('opens when most calls fail, lets one through after a pause, and closes when that works', async () => {
    let status = 503;
    let calls = 0;
    const host = await serve((_request, response) => {
      calls += 1;
      response.writeHead(status).end();
    });
    const { get, later } = client(host);
    for (let i = 0; i < 5; i += 1) await get();
    expect(await get()).toMatchObject({ failure: 'open', sent: false });
    expect(calls).toBe(5);
    later(31);
    expect(await get()).toMatchObject({ status: 503 });
    expect(await get()).toMatchObject({ failure: 'open' });
    later(31);
    status = 200;
    expect(await get()).toMatchObject({ status: 200 });
    expect(await get()).toMatchObject({ status: 200 });
  });

  it('forgets failures after five minutes, and takes a refusal of the provider for an answer', async () => {
    let status = 500;
    const host = await serve((_request, response) => response.writeHead(status).end());
    const { get, later } = client(host);
    for (let i = 0; i < 4; i += 1) await get();
    later(301);
    await get();
    status = 402;
    for (let i = 0; i < 10; i += 1) expect(await get()).toMatchObject({ status: 402 });
  });
});
