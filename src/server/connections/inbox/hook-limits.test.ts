import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import { signed, standInAdapter, standInTerms } from '#test/connections/stand-in.ts';
import { forge } from '#test/database/forge.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { limitHooks } from './hook-limits.ts';

let server: TestServer;
let connection: { id: string; path: string };
beforeAll(async () => {
  server = await startServer({ env: { TRUST_PROXY: '1' } });
  server.app.connections.add(standInAdapter, standInTerms);
  server.app.connections.on('payments', async () => 'done');
  await server.register();
  connection = await connectionInUse(server);
});
afterAll(() => server.close());

const nowhere = () => `/hooks/${newId()}/${randomBytes(16).toString('hex')}`;

let events = 0;
async function call(from: string, { path = connection.path, secret = 'whsec-1' } = {}) {
  const body = JSON.stringify({ id: `evt_${(events += 1)}`, type: 'payment.paid', subject: null, ref: null });
  const headers = { 'x-signature': signed(secret, body), 'x-forwarded-for': from };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response;
}

async function statuses(times: number, once: () => Promise<Response>) {
  const counted: Record<number, number> = {};
  for (let time = 0; time < times; time++) {
    const { status } = await once();
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
}

describe('a call to an address that is not ours', () => {
  it('is refused before its body comes', async () => {
    const { hostname, port } = new URL(server.url);
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-length': 1_000_000 };
      const open = request({ hostname, port, path: nowhere(), method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        open.destroy();
      });
      open.on('error', reject);
      open.flushHeaders();
    });
    expect(status).toBe(404);
  });

  it('is looked up 120 times a minute for one network, whatever its addresses', async () => {
    const from = () => `2001:db8:7:7::${randomBytes(2).toString('hex')}`;
    expect(await statuses(130, () => call(from(), { path: nowhere() }))).toEqual({ 404: 120, 429: 10 });
    const late = await call(from(), { path: nowhere() });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('2001:db8:8:8::1', { path: nowhere() })).status).toBe(404);
  });

  it('uses up nothing of a provider in the same network', async () => {
    expect((await call('192.0.2.8')).status).toBe(200);
    await statuses(125, () => call('192.0.2.8', { path: nowhere() }));
    expect((await call('192.0.2.8')).status).toBe(200);
  });
});

describe('a call to an address that was ours', () => {
  it('counts as one to any other address once its connection is gone', async () => {
    const removed = await connectionInUse(server);
    expect((await call('2001:db8:a:a::1', { path: removed.path })).status).toBe(200);
    await forge(server.ownerUrl, sql`update connection set state = 'removed' where id = ${removed.id}`);
    server.clock.advance(1000);
    expect(await statuses(130, () => call('2001:db8:9:9::1', { path: removed.path }))).toEqual({ 404: 121, 429: 9 });
  });
});

describe('a call with a wrong signature', () => {
  it('is heard 60 times a minute from one network, and the provider still is', async () => {
    const forged = () => call('203.0.113.5', { secret: 'guessed' });
    expect(await statuses(65, forged)).toEqual({ 401: 60, 429: 5 });
    expect((await call('198.51.100.9')).status).toBe(200);
    server.clock.advance(60_000);
    expect((await forged()).status).toBe(401);
  });
});

describe('signed calls', () => {
  it('to one connection are 75,000 a minute, from anywhere', () => {
    const limits = limitHooks(server.app);
    const [busy, other] = [newId(), newId()].map((id) => ({ connection: id, path: 'a'.repeat(32), ip: '192.0.2.1' }));
    if (!busy || !other) throw new Error('two connections');
    for (const address of [busy, other]) limits.found(address);
    for (let time = 0; time < 75_000; time++) {
      limits.check({ ...busy, ip: `198.51.100.${time % 250}` });
      limits.taken(busy.connection);
    }
    expect(() => limits.check(busy)).toThrow(expect.objectContaining({ code: 'http.too_many' }));
    expect(() => limits.check(other)).not.toThrow();
    server.clock.advance(60_000);
    expect(() => limits.check(busy)).not.toThrow();
  });
});
