import SCIMMY from 'scimmy';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openSingleSignOn, subjectOf } from '#test/auth/single-sign-on.ts';
import type { Session } from '#test/server.ts';

const token = 'scim-token-of-the-company-1234567890';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

interface User {
  id: string;
  userName: string;
  externalId?: string;
  active: boolean;
  roles: { value: string }[];
}
interface List {
  totalResults: number;
  itemsPerPage: number;
  startIndex: number;
  Resources: User[];
}

let site: Awaited<ReturnType<typeof openSingleSignOn>>;
beforeAll(async () => void (site = await openSingleSignOn()));
beforeEach(() => site.connect({}, { scim_token: token }));
afterAll(() => site.close());

interface Options {
  method?: string;
  body?: unknown;
  authorization?: string | null;
  headers?: Record<string, string>;
}

interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

async function call<Body = User>(
  path: string,
  { method = 'GET', body, authorization, headers }: Options = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${site.server.url}/scim/v2${path}`, {
    method,
    headers: {
      ...(authorization !== null && { authorization: authorization ?? `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Body };
}

const find = (filter: string) => call<List>(`/Users?filter=${encodeURIComponent(filter)}`);
const patch = (id: string, ...operations: object[]) =>
  call(`/Users/${id}`, { method: 'PATCH', body: { schemas: [patchSchema], Operations: operations } });
const rolesOf = async ({ user }: Session) =>
  (await site.server.db.one<{ roles: string[] }>(sql`select roles from person where id = ${user.id}`)).roles;
const changesOf = ({ user }: Session) =>
  site.server.db.rows<{ details: object }>(
    sql`select details from audit_entry where client_id = ${user.id} and action = 'staff.set_roles' order by id`,
  );

describe('a person who has left', () => {
  const ways: Record<string, (id: string) => Promise<{ status: number; body: User | null }>> = {
    'Okta’s PATCH': (id) => patch(id, { op: 'replace', value: { active: false } }),
    'Entra’s PATCH': (id) => patch(id, { op: 'Replace', path: 'active', value: 'False' }),
    'a PATCH by the whole name of the attribute': (id) =>
      patch(id, { op: 'replace', path: `${userSchema}:active`, value: false }),
    'a PATCH with what Atrium does not take': (id) =>
      patch(
        id,
        { op: 'add', path: 'name.familyName', value: 'Other' },
        { op: 'replace', path: 'active', value: false },
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'other@broker.example' },
      ),
    'a PUT': (id) =>
      call(`/Users/${id}`, {
        method: 'PUT',
        body: { schemas: [userSchema], userName: 'x@broker.example', active: false },
      }),
    'a DELETE': (id) => call(`/Users/${id}`, { method: 'DELETE' }),
  };

  it.each(Object.keys(ways))('loses roles and sessions by %s, and keeps the rest', async (way) => {
    const sven = await site.member(['client', 'support', 'finance']);
    const browser = await site.signedIn(sven);
    const { status, body } = (await ways[way]?.(sven.user.id)) ?? {};
    expect(status).toBe(way === 'a DELETE' ? 204 : 200);
    const shown = { active: false, roles: [], userName: sven.user.email };
    expect(body ?? shown).toMatchObject(shown);
    expect(await rolesOf(sven)).toEqual(['client']);
    expect([await site.isSignedIn(browser), await site.isSignedIn(sven)]).toEqual([false, false]);
    expect(await changesOf(sven)).toEqual([
      { details: { from: 'finance support', to: '–', connection: 'Company sign-in' } },
    ]);
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_unknown');
    await site.server.drain();
  });

  it('leaves once, however often that is reported, and at the same moment', async () => {
    const sven = await site.member(['client', 'support']);
    await site.signedIn(sven);
    const leave = () => patch(sven.user.id, { op: 'replace', path: 'active', value: false });
    const first = await Promise.all([leave(), leave(), leave()]);
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await leave()).status).toBe(200);
    expect(await changesOf(sven)).toHaveLength(1);
    expect((await call(`/Users/${sven.user.id}`)).body.active).toBe(false);
  });

  it('leaves no key of a program that works', async () => {
    const ada = await site.member(['client', 'admin']);
    const { body } = await site.server.call('POST /api/staff/operator/keys/create', {
      as: ada,
      body: { name: 'CRM of Ada', scopes: ['clients:read'], current_password: ada.password },
    });
    const as = { headers: { authorization: `Bearer ${body.secret}` } };
    const read = async () => (await site.server.call('GET /api/operator/v1/clients', as)).status;
    expect(await read()).toBe(200);
    await patch(ada.user.id, { op: 'replace', path: 'active', value: false });
    expect(await read()).toBe(401);
  });

  it('leaves also where they never signed in by the provider, and is a client then, whom it does not find', async () => {
    const vera = await site.member(['client', 'compliance']);
    expect((await patch(vera.user.id, { op: 'replace', path: 'active', value: false })).body.active).toBe(false);
    expect(await rolesOf(vera)).toEqual(['client']);
    expect((await call(`/Users/${vera.user.id}`)).status).toBe(404);
  });

  it('comes back by two people only', async () => {
    const sven = await site.member();
    await site.signedIn(sven);
    await patch(sven.user.id, { op: 'replace', path: 'active', value: false });
    for (const body of [
      { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'active', value: 'True' }] },
      { schemas: [patchSchema], Operations: [{ op: 'add', value: { roles: [{ value: 'admin' }], active: true } }] },
    ])
      expect((await call(`/Users/${sven.user.id}`, { method: 'PATCH', body })).status).toBe(403);
    expect(
      (await call(`/Users/${sven.user.id}`, { method: 'PUT', body: { active: true, roles: [{ value: 'admin' }] } }))
        .status,
    ).toBe(403);
    expect(await rolesOf(sven)).toEqual(['client']);
  });

  it('is never the emergency account', async () => {
    for (const method of ['DELETE', 'PUT'])
      expect(
        (await call(`/Users/${site.ada.user.id}`, { method, ...(method === 'PUT' && { body: { active: false } }) }))
          .status,
      ).toBe(403);
    expect(await rolesOf(site.ada)).toEqual(['client', 'admin']);
    expect(await site.isSignedIn(site.ada)).toBe(true);
  });

  it('is never a client', async () => {
    const clara = await site.server.register();
    for (const method of ['GET', 'DELETE'])
      expect((await call(`/Users/${clara.user.id}`, { method })).status).toBe(404);
    expect((await patch(clara.user.id, { op: 'replace', path: 'active', value: false })).status).toBe(404);
    expect((await find(`userName eq "${clara.user.email}"`)).body.totalResults).toBe(0);
    expect(await site.isSignedIn(clara)).toBe(true);
  });
});

describe('a change that does not say who has left', () => {
  it('changes nothing', async () => {
    const sven = await site.member();
    for (const operation of [
      { op: 'replace', path: 'active', value: true },
      { op: 'replace', path: 'displayName', value: 'Other' },
      { op: 'remove', path: 'active' },
      { op: 'add', value: { roles: [{ value: 'admin' }] } },
    ]) {
      const { status, body } = await patch(sven.user.id, operation);
      expect([status, body.active, body.roles]).toEqual([200, true, [{ value: 'support' }]]);
    }
    expect(await changesOf(sven)).toEqual([]);
    expect(await site.isSignedIn(sven)).toBe(true);
  });

  it.each([
    [{ Operations: [{ op: 'replace', path: 'active', value: 'no' }] }, 'invalidValue'],
    [{ Operations: [{ op: 'replace', path: 'active', value: null }] }, 'invalidValue'],
    [{ Operations: [{ op: 'replace', value: { active: 0 } }] }, 'invalidValue'],
    [{ Operations: [] }, 'invalidSyntax'],
    [{ Operations: [{ path: 'active', value: false }] }, 'invalidSyntax'],
    [{}, 'invalidSyntax'],
    [[], 'invalidSyntax'],
  ])('is refused where it is %j', async (body, scimType) => {
    const sven = await site.member();
    const response = await call<object>(`/Users/${sven.user.id}`, { method: 'PATCH', body });
    expect([response.status, response.body]).toMatchObject([400, { status: '400', scimType }]);
    expect(await rolesOf(sven)).toEqual(['client', 'support']);
  });

  it('is refused where it is no JSON', async () => {
    expect((await call(`/Users/${site.ada.user.id}`, { method: 'PATCH', body: '{"Operations":' })).status).toBe(400);
    expect((await call(`/Users/${site.ada.user.id}`, { method: 'PATCH', body: '{"__proto__":{}}' })).status).toBe(400);
  });
});

describe('a user', () => {
  it('is made in Atrium, by two people', async () => {
    const [sven, clara] = [await site.member(), await site.server.register()];
    const create = (userName?: string) =>
      call<object>('/Users', { method: 'POST', body: { schemas: [userSchema], userName, active: true } });
    expect((await create(sven.user.email.toUpperCase())).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    // No difference between a client and a stranger.
    expect(await create(clara.user.email)).toMatchObject(
      await create('new@broker.example').then(({ status, body }) => ({ status, body })),
    );
    expect((await create('new@broker.example')).status).toBe(403);
    expect((await create()).body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect(await rolesOf(clara)).toEqual(['client']);
  });

  it('is found by each name that providers look for', async () => {
    const sven = await site.member();
    await site.signedIn(sven);
    for (const filter of [
      `userName eq "${sven.user.email}"`,
      `USERNAME Eq "${sven.user.email.toUpperCase()}"`,
      `${userSchema}:userName eq "${sven.user.email}"`,
      `emails[type eq "work"].value eq "${sven.user.email}"`,
      `emails.value eq "${sven.user.email}"`,
      `externalId eq "${subjectOf(sven)}"`,
      `id eq "${sven.user.id}"`,
    ]) {
      const { status, body } = await find(filter);
      expect([filter, status, body.Resources.map(({ id }) => id)]).toEqual([filter, 200, [sven.user.id]]);
    }
    for (const filter of [
      `userName eq "${subjectOf(sven)}"`,
      'id eq "1"',
      `externalId eq "${sven.user.id}"`,
      'userName eq "\\u0027 or 1=1"',
    ])
      expect((await find(filter)).body.totalResults).toBe(0);
    for (const filter of [
      'userName sw "a"',
      'userName eq "a" or active eq true',
      'active eq true',
      'userName eq',
      'userName eq "\\x"',
      '',
    ])
      expect([(await find(filter)).status, (await find(filter)).body]).toMatchObject([
        400,
        { scimType: 'invalidFilter' },
      ]);
  });

  it('of a blocked person is not active, and may leave', async () => {
    const sven = await site.member();
    await site.server.db.run(sql`update person set blocked_at = now() where id = ${sven.user.id}`);
    expect((await call(`/Users/${sven.user.id}`)).body.active).toBe(false);
    await patch(sven.user.id, { op: 'replace', path: 'active', value: false });
    expect(await rolesOf(sven)).toEqual(['client']);
  });

  it('is listed page by page', async () => {
    await site.member();
    await site.member();
    const whole = (await call<List>('/Users')).body;
    expect(whole.totalResults).toBe(whole.Resources.length);
    expect(whole.Resources.length).toBeGreaterThan(2);
    const second = (await call<List>('/Users?startIndex=2&count=1')).body;
    expect(second).toMatchObject({ totalResults: whole.totalResults, itemsPerPage: 1, startIndex: 2 });
    expect(second.Resources).toEqual(whole.Resources.slice(1, 2));
    expect((await call<List>('/Users?startIndex=-3&count=0')).body).toMatchObject({ startIndex: 1, Resources: [] });
    expect((await call<List>('/Users?startIndex=100000')).body).toMatchObject({
      totalResults: whole.totalResults,
      Resources: [],
    });
    expect((await call<object>('/Users?count=many')).body).toMatchObject({ scimType: 'invalidValue' });
  });
});

describe('the token', () => {
  const isRefused = async (options: Options) => {
    const { status, headers, body } = await call<object>('/Users', options);
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' });
    return status === 401 && headers.get('www-authenticate') === 'Bearer';
  };

  it('is needed, whole, and in the header', async () => {
    for (const authorization of [
      null,
      'Bearer',
      'Bearer ',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${btoa(token)}`,
      token,
    ])
      expect([authorization, await isRefused({ authorization })]).toEqual([authorization, true]);
    const cookie = `token=${site.ada.token}`;
    expect(await isRefused({ authorization: `Bearer ${site.ada.token}`, headers: { cookie } })).toBe(true);
    for (const path of ['/Groups', '/Schemas', '/ServiceProviderConfig', `/Users/${site.ada.user.id}`, '/'])
      expect((await call(path, { authorization: null })).status).toBe(401);
  });

  it('has 32 characters, is that of the connection in use, and opens nothing where none is set', async () => {
    await site.connect({}, { scim_token: token.slice(0, 31) });
    expect(await isRefused({ authorization: `Bearer ${token.slice(0, 31)}` })).toBe(true);
    await site.connect();
    expect(await isRefused({})).toBe(true);
    await site.connect({}, { scim_token: `${token}2` });
    expect(await isRefused({})).toBe(true);
    expect((await call('/Users', { authorization: `Bearer ${token}2` })).status).toBe(200);
  });

  it('cannot be guessed: after many wrong ones of a network, its calls wait', async () => {
    site.server.clock.advance(60_000);
    const statuses: number[] = [];
    for (let guess = 0; guess < 61; guess += 1)
      statuses.push((await call('/Users', { authorization: `Bearer ${token}${guess}` })).status);
    expect([statuses.slice(0, 60).every((status) => status === 401), statuses[60]]).toEqual([true, 429]);
    const waits = await call('/Users');
    expect([waits.status, waits.headers.get('retry-after')]).toEqual([429, '60']);
    site.server.clock.advance(60_000);
    expect((await call('/Users')).status).toBe(200);
  });

  it('lets the database take all roles of a person, and neither some nor give one', async () => {
    const sven = await site.member(['client', 'support', 'finance']);
    const change = (roles: string[]) =>
      site.server.app.db.run(sql`update person set roles = ${roles} where id = ${sven.user.id}`);
    const refused = { constraint: 'person_roles_are_approved' };
    await expect(change(['client', 'admin'])).rejects.toMatchObject(refused);
    await expect(change(['client', 'support'])).rejects.toMatchObject(refused);
    await site.connect();
    await expect(change(['client'])).rejects.toMatchObject(refused);
  });
});

/** SCIMMY is another reading of the same standards. */
describe('the messages are those of the standard', () => {
  const attributesOf = (definition: { attributes: { name: string }[] }) =>
    definition.attributes.map(({ name }) => name);

  it('as users, lists and errors', async () => {
    const sven = await site.member();
    await site.signedIn(sven);
    const { body, headers } = await call<Record<string, unknown>>(`/Users/${sven.user.id}`);
    expect(headers.get('content-type')).toMatch(/^application\/scim\+json/);
    expect(headers.get('cache-control')).toBe('no-store');
    // Its class takes what fits the definition of a user, and drops or refuses all else.
    const read = JSON.parse(JSON.stringify(new SCIMMY.Schemas.User(structuredClone(body)))) as Record<string, unknown>;
    const { meta, ...rest } = body;
    expect(read).toMatchObject(rest);
    expect(meta).toMatchObject({
      resourceType: 'User',
      location: `${site.server.config.appUrl}/scim/v2/Users/${sven.user.id}`,
    });
    const list = await call<List & { schemas: string[] }>('/Users');
    expect(list.body.schemas).toEqual([SCIMMY.Messages.ListResponse.id]);
    const error = await call<{ schemas: string[] }>(`/Users/${newId()}`);
    expect(error.body.schemas).toEqual([SCIMMY.Messages.ErrorResponse.id]);
    // It throws what it has read.
    expect(() => new SCIMMY.Messages.ErrorResponse(error.body as never)).toThrow(
      expect.objectContaining({ status: '404' }),
    );
  });

  it('as the description of itself', async () => {
    const config = (await call<object>('/ServiceProviderConfig')).body;
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true },
    });
    const types = (await call<{ Resources: { id: string; endpoint: string; schema: string }[] }>('/ResourceTypes'))
      .body;
    expect(types.Resources).toMatchObject([{ id: 'User', endpoint: '/Users', schema: SCIMMY.Schemas.User.id }]);
    const [schema] = (
      await call<{ Resources: { id: string; attributes: { name: string; mutability: string }[] }[] }>('/Schemas')
    ).body.Resources;
    const known = attributesOf(SCIMMY.Schemas.User.definition.describe());
    expect(schema?.id).toBe(SCIMMY.Schemas.User.id);
    expect(known).toEqual(expect.arrayContaining(schema?.attributes.map(({ name }) => name) ?? ['none']));
    expect(schema?.attributes.filter(({ mutability }) => mutability === 'readWrite')).toMatchObject([
      { name: 'active' },
    ]);
    expect((await call(`/Schemas/${SCIMMY.Schemas.User.id}`)).body).toEqual(schema);
    expect((await call('/ResourceTypes/User')).body).toEqual(types.Resources[0]);
    for (const path of ['/Groups', '/Schemas/none', '/Bulk', '/Me', `/Users/${newId()}/groups`])
      expect([path, (await call(path)).status]).toEqual([path, 404]);
  });
});
