import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import { impersonationHeader, maxReads, stored } from '#contract/kernel/constants.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { countHit } from '../limits/rate-limit.ts';
import { mayBePart } from './part.ts';

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer({ env: { STAFF_SECOND_FACTOR: '0' } });
  ida = await server.register();
});
afterAll(() => server.close());

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: { code?: string; message?: string };
}

const request = (as: Browser, reads: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/reads`, {
    method: 'POST',
    headers: { ...headersOf(as), 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ reads }),
  });

/** The parts in the order in which they were asked for. */
async function together(as: Browser, calls: (string | object)[], headers?: Record<string, string>): Promise<Answer[]> {
  const reads = calls.map((call) => (typeof call === 'string' ? { call } : call));
  const response = await request(as, reads, headers);
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').slice(0, -1);
  const parts: Answer[] = [];
  for (let line = 0; line < lines.length; line += 2) {
    const { at, ...head } = JSON.parse(lines[line] ?? '') as Answer & { at: number };
    parts[at] = { ...head, body: JSON.parse(lines[line + 1] ?? '') as Answer['body'] };
  }
  expect(parts).toHaveLength(calls.length);
  return parts;
}
const codes = (parts: Answer[]) => parts.map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.code}`));

const wallets = { call: 'POST /api/wallets', body: {} };

describe('several reads in one call', () => {
  it('have the responses that they have alone', async () => {
    const [list, unread, nothing] = await together(ida, [
      wallets,
      'GET /api/chat/unread',
      { call: 'POST /api/wallets-info', body: { wallet_id: ida.user.id } },
    ]);
    expect(list?.body).toEqual((await server.call('POST /api/wallets', { as: ida, body: {} })).body);
    expect(unread?.body).toEqual({ chats: 0, tickets: 0 });
    const alone = await server.call('POST /api/wallets-info', { as: ida, body: { wallet_id: ida.user.id } });
    expect([nothing?.status, nothing?.body]).toEqual([alone.status, alone.body]);
  });

  it('do not wait for one that takes long', async () => {
    const lines: string[] = [];
    await server.db.tx(async (tx) => {
      await tx.run(sql`lock table article in access exclusive mode`);
      const response = await request(ida, [{ call: 'GET /api/articles/getAll?lang=en' }, wallets]);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      lines.push((await reader?.read())?.value ?? '');
      void reader?.cancel();
    });
    expect(lines[0]).toContain('"at":1,"status":200');
  });

  it('are logged as they are alone, without what was sent', async () => {
    const before = server.logged.length;
    await together(ida, [{ call: 'POST /api/payments', body: { search: 'a secret of mine' } }, 'GET /api/chat/unread']);
    const lines = server.logged.slice(before).join('');
    for (const name of ['payments.list', 'support.unread']) expect(lines).toContain(`"endpoint":"${name}"`);
    expect(lines).not.toContain('a secret of mine');
  });
});

describe('a call of several reads is refused', () => {
  it.each([
    ['none', []],
    ['too many', Array.from({ length: maxReads + 1 }, () => wallets)],
    ['one of another method', [{ call: 'DELETE /api/wallets' }]],
    ['one elsewhere on the server', [{ call: 'GET /metrics' }]],
    ['one on another server', [{ call: 'GET //evil.example/api/wallets' }]],
    ['one with a header', [{ ...wallets, headers: { authorization: 'Bearer other' } }]],
    ['a line break', [{ call: 'GET /api/chat/unread HTTP/1.1\r\nx: y' }]],
  ])('with %s', async (_, reads) => {
    expect((await request(ida, reads)).status).toBe(422);
  });

  it('without a session, without its second half, from a foreign page and without the anti-forgery header', async () => {
    const bare = { ...ida, cookies: new Map(ida.cookies) };
    bare.cookies.delete('session-binding');
    const statuses = await Promise.all([
      request(server.browser(), [wallets]),
      request(bare, [wallets]),
      request(ida, [wallets], { origin: 'https://evil.example' }),
      request(ida, [wallets], { [stored.antiForgeryHeader]: 'guess' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 403, 403]);
  });
});

describe('a part is refused', () => {
  it('when it may change something, and does not', async () => {
    const name = { first_name: 'Mallory', second_name: 'M' };
    const parts = await together(ida, [
      { call: 'POST /api/settings/profile', body: name },
      { call: 'POST /api/logout', body: {} },
      { call: 'POST /api/login', body: { email: ida.user.email, password: goodPassword } },
      { call: 'POST /api/reads', body: { reads: [wallets] } },
      wallets,
    ]);
    const refused = '403 http.forbidden';
    expect(codes(parts)).toEqual([refused, refused, refused, refused, 200]);
    const { body: user } = await server.call('POST /api/client-info', { as: ida, body: {} });
    expect(user).toMatchObject({ status: 'active', first_name: ida.user.first_name });
  });

  it('at each address of a call that may change something, gives files or is for others, however it is spelt', async () => {
    const closed = endpoints.filter(([name, { route }]) => !mayBePart(name) && / \/api\//.test(route));
    expect(closed.length).toBeGreaterThan(300);
    for (let from = 0; from < closed.length; from += maxReads) {
      const calls = closed.slice(from, from + maxReads).map(([, { route }]) => {
        const [method, path = ''] = route.split(' ');
        return { call: `${method} ${path.replaceAll(/:\w+/g, 'x')}`, ...(method === 'POST' ? { body: {} } : {}) };
      });
      expect(new Set(codes(await together(ida, calls)))).toEqual(new Set(['403 http.forbidden']));
    }
    const spelt = ['GET /api/../metrics', 'GET /api/../healthz', 'GET /api/../en/home', 'GET /api/nothing'];
    const twisted = ['POST /api/%6cogout', 'POST /api//logout', 'POST /api/./logout', 'POST /api/LOGOUT'];
    const parts = await together(ida, [...spelt, ...twisted]);
    expect(parts.filter(({ status }) => status === 200)).toEqual([]);
    expect((await server.call('POST /api/wallets', { as: ida, body: {} })).status).toBe(200);
  });

  it('when it is for staff, also with a key of a program', async () => {
    const staff = endpoints.filter(
      ([name, { guard }]) => guard !== 'signed_in' && guard !== 'anyone' && mayBePart(name),
    );
    expect(staff.map(([name]) => name)).toEqual([]);
    const parts = await together(ida, [{ call: 'POST /api/staff/clients', body: {} }, 'GET /api/operator/clients']);
    expect(codes(parts)).toEqual(['403 http.forbidden', '403 http.forbidden']);
  });

  it('by the limit of its endpoint, which counts it as if it came alone', async () => {
    const { hits, windowS } = api['ipo.odds'].rateLimit;
    const eve = await server.register();
    await countHit(server.db, server.clock, ['ipo.odds', eve.user.id], windowS, hits - 2);
    const body = { stock_id: eve.user.id, lots: 1 };
    const odds = { call: 'POST /api/ipo/odds', body };
    const parts = await together(eve, [odds, odds, wallets, odds, odds]);
    const over = '429 http.too_many';
    expect(codes(parts).map(String).toSorted()).toEqual([
      '200',
      '404 http.not_found',
      '404 http.not_found',
      over,
      over,
    ]);
    const refused = parts.filter(({ status }) => status === 429);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.call('POST /api/ipo/odds', { as: eve, body })).refusal.code).toBe('http.too_many');
  });

  it('by the limit of all calls of a person, which counts each as if it came alone', async () => {
    const limited = await startServer({ env: { CALLS_PER_MINUTE: '20' } });
    try {
      const eve = await limited.register();
      const send = (count: number) =>
        fetch(`${limited.url}/api/reads`, {
          method: 'POST',
          headers: { ...headersOf(eve), 'content-type': 'application/json' },
          body: JSON.stringify({ reads: Array.from({ length: count }, () => wallets) }),
        }).then((response) => response.text());
      const statuses = async (count: number) =>
        [...(await send(count)).matchAll(/"status":(\d+)/g)].map(([, status]) => Number(status));
      // The registration is no call of the person's; the call itself is counted with its parts.
      expect(await statuses(15)).toEqual(Array.from({ length: 15 }, () => 200));
      const later = await statuses(15);
      expect(later.filter((status) => status === 200)).toHaveLength(3);
      expect(later.filter((status) => status === 429)).toHaveLength(12);
      expect((await limited.call('POST /api/wallets', { as: eve, body: {} })).refusal.code).toBe('http.too_many');
    } finally {
      await limited.close();
    }
  });

  it('under impersonation where it is refused alone, and for a page that does not know of it', async () => {
    const clerk = await server.register({ roles: ['client', 'support'] });
    const { status } = await server.call('POST /api/staff/clients/impersonate', {
      as: clerk,
      body: { client_id: ida.user.id, reason: 'They asked what they see.', current_password: goodPassword },
    });
    expect(status).toBe(200);
    const { body: user } = await server.call('POST /api/client-info', { as: clerk, body: {} });
    const id = user.status === 'active' ? user.impersonation?.id : undefined;
    const unknown = await request(clerk, [wallets]);
    expect([unknown.status, ((await unknown.json()) as Answer['body']).code]).toEqual([
      409,
      'staff.impersonation_changed',
    ]);
    const parts = await together(clerk, [wallets, { call: 'POST /api/verification', body: {} }], {
      [impersonationHeader]: id ?? '',
    });
    expect(codes(parts)).toEqual([200, '403 staff.impersonation_read_only']);
    expect(parts[0]?.body).toEqual((await server.call('POST /api/wallets', { as: ida, body: {} })).body);
  });
});

it('takes only what changes nothing, needs no proof and repeats nothing by a key', () => {
  const open = endpoints.filter(([name]) => mayBePart(name));
  expect(open.length).toBeGreaterThan(40);
  const acts = open.filter(
    ([, { idempotent, needsProof, needsConsent, notDuringClosure, posts, audited, body, antiForgery }]) =>
      idempotent ||
      needsProof ||
      needsConsent ||
      notDuringClosure ||
      posts ||
      audited ||
      antiForgery === false ||
      'current_password' in (body?.shape ?? {}),
  );
  expect(acts.map(([name]) => name)).toEqual([]);
});
