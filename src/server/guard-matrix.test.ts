import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint, Role } from '#contract/kernel/endpoint.ts';
import { fileContent } from '#contract/kernel/fields.ts';
import { scopeOfTwo, scopes, type Scope } from '#contract/operator/names.ts';
import { newApiKey } from '#server/platform/secrets/api-key.ts';
import { cspReportPath } from '#server/platform/http/security/csp-reports.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { approveKey } from '#test/compliance/approvals.ts';
import { startServer, type RefusalBody, type Session, type TestServer } from '#test/server.ts';
import { spellings } from '#test/endpoints/path-spellings.ts';

/**
 * Who may call what: every endpoint of the contract with every kind of person. Each call carries a field that no
 * endpoint has, so a call that passes the guard stops at the validation, which comes after it.
 */
const endpoints = Object.entries(api) as [EndpointName, Endpoint][];

// @ts-expect-error an endpoint that does not say who may call it does not compile
export const unguarded: Endpoint = { route: 'GET /api/nothing', summary: 'Nothing.', response: z.object({}) };

interface Person {
  browser: Browser;
  /** The scopes of the operator key, which replaces a session. */
  scopes?: readonly Scope[];
  /** The roles of the contract; null for a caller who is not signed in. */
  roles: readonly Role[] | null;
  /** A member of staff who has yet to set up a second factor. */
  isDue?: true;
}

let server: TestServer;
let people: Record<string, Person>;

beforeAll(async () => {
  server = await startServer({ env: { STAFF_SECOND_FACTOR: '1' } });
  const signedIn = async (roles: Role[], change = sql`second_factor_at = ${server.clock.now()}`): Promise<Session> => {
    const session = await server.register({ roles });
    await server.db.run(sql`update person set ${change} where id = ${session.user.id}`);
    return session;
  };
  const of = async (...roles: Role[]): Promise<Person> => ({ browser: await signedIn(['client', ...roles]), roles });
  const unchanged = sql`country = country`;
  const key = async (may: readonly Scope[], change = sql`name = name`): Promise<Person> => {
    const { secret, hash, hint } = newApiKey(server.config, 'test');
    const [id, now] = [newId(), server.clock.now()];
    const { id: by } = await server.db.one<{ id: string }>(
      sql`select id from person where 'admin' = any(roles) and blocked_at is null and frozen_at is null order by id limit 1`,
    );
    await server.db.run(sql`
      insert into operator_key (id, name, scopes, addresses, created_by, created_at)
      values (${id}, 'A key', ${may}, '{10.0.0.0/8}', ${by}, ${now})`);
    await server.db.run(sql`
      insert into operator_key_secret (hash, key_id, hint, created_at, created_by) values (${hash}, ${id}, ${hint}, ${now}, ${by})`);
    if (may.includes(scopeOfTwo)) await approveKey(server, id);
    await server.db.run(sql`update operator_key set ${change} where id = ${id}`);
    return { browser: Object.assign(server.browser(), { token: secret }), roles: null, scopes: may };
  };
  const leaver = await signedIn(['client', 'admin']);
  await server.call('POST /api/logout', { as: { ...leaver, cookies: new Map(leaver.cookies) }, body: {} });
  people = {
    'nobody signed in': { browser: server.browser(), roles: null },
    'a client': await of(),
    support: await of('support'),
    compliance: await of('compliance'),
    finance: await of('finance'),
    'an administrator': await of('admin'),
    'an administrator without a second factor': {
      browser: await signedIn(['client', 'admin'], unchanged),
      roles: ['admin'],
      isDue: true,
    },
    'an administrator who is frozen': {
      browser: await signedIn(['client', 'admin'], sql`frozen_at = ${server.clock.now()}`),
      roles: null,
    },
    'an administrator who is blocked': {
      browser: await signedIn(['client', 'admin'], sql`blocked_at = ${server.clock.now()}`),
      roles: null,
    },
    'an administrator who signed out': { browser: leaver, roles: null },
    'the bearer of an administrator’s token alone': {
      browser: { ...(await signedIn(['client', 'admin'])), cookies: server.browser().cookies },
      roles: null,
    },
    'a key for everything': await key(scopes),
    'a key for payments alone': await key(['payments:read']),
    'a key for everything in an administrator’s browser': {
      ...(await key(scopes)),
      // The cookies of a session, and the key in place of its token.
      browser: { ...(await signedIn(['client', 'admin'])), token: (await key(scopes)).browser.token ?? '' },
    },
    'a key that was revoked': {
      browser: (await key(scopes, sql`revoked_at = ${server.clock.now()}`)).browser,
      roles: null,
    },
  };
});
afterAll(() => server.close());

/** The response of an endpoint's guard to a person, by the terms of the contract. */
function expectedOf(
  { guard, beforeSecondFactor, beforeOpening }: Endpoint,
  { roles, isDue, scopes: may }: Person,
): string {
  // This installation is set up already, so the setup endpoints are gone.
  if (beforeOpening === 'only') return '404 http.not_found';
  if (typeof guard === 'object' && 'scope' in guard) {
    if (!may) return 'http.unauthenticated';
    return may.includes(guard.scope) ? 'passed' : 'operator.scope';
  }
  if (isDue && !beforeSecondFactor) return guard === 'anyone' ? 'passed' : 'auth.second_factor_due';
  if (guard === 'anyone') return 'passed';
  if (guard === 'guest') return roles ? 'auth.already_signed_in' : 'passed';
  if (!roles) return 'http.unauthenticated';
  if (guard === 'signed_in') return 'passed';
  const isOnTheList = guard === 'staff' ? roles.length > 0 : guard.some((role) => roles.includes(role));
  return isOnTheList ? 'passed' : 'http.forbidden';
}

const refusalsOfGuards = new Set([
  'auth.second_factor_due',
  'auth.already_signed_in',
  'http.unauthenticated',
  'http.forbidden',
  'operator.scope',
]);

async function resultOf({ route, body }: Endpoint, { browser }: Person): Promise<string> {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const isPost = method === 'POST';
  const response = await fetch(`${server.url}${pattern.replaceAll(/:\w+/g, 'x')}?no_such_field=1`, {
    method,
    headers: {
      ...headersOf(browser),
      ...(isPost ? { 'content-type': body ? 'application/json' : 'application/octet-stream' } : {}),
    },
    ...(isPost ? { body: '{"no_such_field":1}' } : {}),
  });
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return 'passed';
  const { code } = JSON.parse(text) as RefusalBody;
  if (refusalsOfGuards.has(code)) return code;
  // An endpoint without a server responds like an unknown address.
  const isServed = code !== 'http.not_found' || pattern.includes(':');
  return isServed && response.status < 500 ? 'passed' : `${response.status} ${code}`;
}

/**
 * The status for a target that `fetch` would normalise, with the cookies of a signed-in browser, from a foreign page.
 */
function statusOf(method: string, target: string): Promise<number | undefined> {
  const { cookie = '', authorization = '' } = headersOf((people['a client'] as Person).browser);
  const headers = { cookie, authorization, origin: 'https://elsewhere.example', 'content-type': 'text/plain' };
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const sent = request({ port, host: '127.0.0.1', method, path: target, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end();
  });
}

/** Endpoints under `/api/` for browsers, not for screens: reports of the content policy, which need no session. */
const outsideContract = [['reports of the content policy', { route: `POST ${cspReportPath}` }]] as const;

describe('the address of a call in another spelling', () => {
  it.each(Object.entries(spellings))('with %s opens nothing', async (_, spell) => {
    const statuses = await Promise.all(
      [...endpoints, ...outsideContract].map(async ([name, { route }]) => {
        const [method = 'GET', pattern = ''] = route.split(' ');
        const path = pattern.replaceAll(/:\w+/g, 'x');
        return [name, spell(path) === path ? 400 : await statusOf(method, spell(path))];
      }),
    );
    expect(statuses.filter(([, status]) => status !== 400)).toEqual([]);
  });
});

describe('a call from a foreign page', () => {
  it('is refused by every endpoint that changes something by a cookie', async () => {
    const posts = endpoints.filter(([, { route, antiForgery = true }]) => antiForgery && route.startsWith('POST '));
    const statuses = await Promise.all(
      posts.map(async ([name, { route }]) => [name, await statusOf('POST', route.slice(5).replaceAll(/:\w+/g, 'x'))]),
    );
    expect(statuses.filter(([, status]) => status !== 403)).toEqual([]);
  });
});

describe('reports of the content policy', () => {
  it('are accepted with and without a session', async () => {
    const statuses = Object.values(people).map(async ({ browser }) => {
      const headers = { ...headersOf(browser), 'content-type': 'application/reports+json' };
      return (await fetch(`${server.url}${cspReportPath}`, { method: 'POST', headers, body: '[]' })).status;
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([204]));
  });
});

describe('a file that is made for its caller', () => {
  it('has its own limit in every endpoint that responds with one', () => {
    // Brand images and fonts are stored as they are sent, and browsers cache them for good.
    const unlimited = endpoints.filter(
      ([name, { response, rateLimit }]) => response === fileContent && !rateLimit && name !== 'settings.brand_file',
    );
    expect(unlimited.map(([name]) => name)).toEqual([]);
  });
});

describe('the guard of each call', () => {
  it.each(endpoints)('%s', async (_, endpoint) => {
    await server.db.run(sql`delete from rate_window`);
    const responses = await Promise.all(
      Object.entries(people).map(async ([who, person]) => [who, await resultOf(endpoint, person)]),
    );
    const expected = Object.entries(people).map(([who, person]) => [who, expectedOf(endpoint, person)]);
    expect(Object.fromEntries(responses)).toEqual(Object.fromEntries(expected));
  });
});
