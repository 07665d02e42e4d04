import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { postOutbound, resolver } from './http.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A server on this machine; its address. */
async function serve(result: RequestListener): Promise<string> {
  const server = createServer(result);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const post = (address: string, how: { allowLocal?: boolean; timeoutMs?: number; max?: number } = {}) =>
  postOutbound(address, {
    headers: {},
    body: Buffer.from('x'),
    timeoutMs: 2000,
    allowLocal: false,
    max: 0,
    ...how,
  });

describe('an address that a person gave us', () => {
  it.each([
    'http://push.example.com/',
    'https://me:secret@push.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://10.0.0.8/',
    'https://[::ffff:a00:1]/',
    'http://127.0.0.1:9/',
    'not an address',
  ])('is not called when it is %s', async (address) => {
    expect(await post(address)).toEqual({ failure: 'address', reason: 'the address may not be called' });
  });

  it('may have a name, but not one that leads to ourselves', async () => {
    // Reserved for this machine by RFC 6761; a resolver that does not know it fails as well.
    const result = await post('https://atrium.localhost/');
    expect(['address', 'connection']).toContain(result.failure);
  });

  it('is called by what its name leads to, where that is allowed', async () => {
    const address = await serve((_request, response) => response.writeHead(204).end());
    const named = address.replace('127.0.0.1', 'localhost');
    expect(await post(named, { allowLocal: true })).toMatchObject({ failure: null, status: 204 });
  });

  it('is not followed where it leads', async () => {
    let calls = 0;
    const address = await serve((_request, response) => {
      calls += 1;
      response.writeHead(307, { location: '/elsewhere', 'retry-after': '7' }).end('elsewhere');
    });
    expect(await post(address, { allowLocal: true })).toEqual({
      failure: null,
      status: 307,
      retryAfter: '7',
      start: '',
    });
    expect(calls).toBe(1);
  });

  it('is read no further than `max`', async () => {
    const address = await serve((_request, response) => {
      const more = () => response.destroyed || response.write('x'.repeat(65_536), more);
      more();
    });
    expect(await post(address, { allowLocal: true, max: 10 })).toMatchObject({
      status: 200,
      start: 'x'.repeat(10),
    });
  });

  it('has one time limit for all: the lookup, the response, and reading it', async () => {
    const mute = await serve(() => undefined);
    const slow = await serve((_request, response) => void response.writeHead(200).write('a'));
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(() => undefined);
    const how = { allowLocal: true, timeoutMs: 200, max: 10 };
    const responses = await Promise.all(['https://slow.example.com/', mute, slow].map((address) => post(address, how)));
    lookup.mockRestore();
    expect(responses.map(({ failure }) => failure)).toEqual(['timeout', 'timeout', 'timeout']);
  });

  it('is resolved without the threads that resolve other names, which a silent name server would hold', async () => {
    const silent = createSocket('udp4');
    await new Promise<void>((bound) => silent.bind(0, '127.0.0.1', bound));
    const servers = resolver.getServers();
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    const lookup = vi.spyOn(dns, 'lookup');
    const response = await post('https://slow.example.com/', { timeoutMs: 10_000 });
    expect(response).toEqual({ failure: 'connection', reason: expect.stringContaining('ETIMEOUT') as string });
    expect(lookup).not.toHaveBeenCalled();
    lookup.mockRestore();
    resolver.setServers(servers);
    silent.close();
  });

  it('may be one where no server responds', async () => {
    const address = await serve(() => undefined);
    closing.splice(0).forEach((close) => close());
    expect(await post(address, { allowLocal: true })).toMatchObject({ failure: 'connection' });
  });
});
