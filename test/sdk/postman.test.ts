import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { newId } from '#server/platform/id.ts';
import { endpoints } from '#sdk/index.ts';
import { keyFor } from '#test/compliance/programs.ts';
import { startServer, type TestServer } from '#test/server.ts';

/** The collection, as a program that imports it sends it to a server. */
interface Request {
  method: string;
  header: { key: string; value: string }[];
  url: {
    raw: string;
    path: string[];
    query?: { key: string; disabled: boolean }[];
    variable?: { key: string; value: string }[];
  };
  body?: { mode: string; raw: string };
}
interface Collection {
  info: { schema: string };
  auth: { bearer: { value: string }[] };
  variable: { key: string; value: string }[];
  item: { name: string; item: { name: string; request: Request }[] }[];
}
const file = resolve(import.meta.dirname, '../../packages/sdk/atrium.postman_collection.json');
const text = await readFile(file, 'utf8');
const collection = JSON.parse(text) as Collection;
const requests = collection.item.flatMap(({ name, item }) =>
  item.map((each) => [`${name} ${each.name}`, each.request] as const),
);

let server: TestServer;
const values: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer();
  const admin = await server.register({ roles: ['client', 'admin'] });
  const key = await keyFor(server, admin, { name: 'Postman', scopes: scopes.filter((each) => each !== scopeOfTwo) });
  Object.assign(values, { url: server.url, key: key.replace('Bearer ', '') });
});
afterAll(() => server.close());

/** With the values of variables in their places; Postman makes `$guid` itself. */
const filled = (text: string) =>
  text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) => (name === '$guid' ? newId() : (values[name] ?? name)));

it('has every call once, its address and key as variables, and no secret', () => {
  const called = requests.map(([, { method, url }]) => `${method} ${url.raw.replace('{{url}}', '')}`);
  const known = Object.values(endpoints).map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`);
  expect(called.toSorted()).toEqual(known.toSorted());
  expect(collection.variable.find(({ key }) => key === 'key')).toMatchObject({ value: '' });
  expect(collection.auth.bearer).toMatchObject([{ value: '{{key}}' }]);
  expect(text).not.toMatch(/atr_(?:live|test)_/);
});

describe.each(requests)('%s', (_, { method, header, url, body }) => {
  it('is answered, or refused for what its examples name', async () => {
    expect(`{{url}}/${url.path.join('/')}`).toBe(url.raw);
    const address = url.path.map((part) => url.variable?.find(({ key }) => `:${key}` === part)?.value ?? part);
    const response = await fetch(filled(`{{url}}/${address.join('/')}`), {
      method,
      headers: {
        authorization: filled(`Bearer ${collection.auth.bearer[0]?.value}`),
        ...Object.fromEntries(header.map(({ key, value }) => [key, filled(value)])),
      },
      ...(body && { body: filled(body.raw) }),
    });
    const answer = (await response.json()) as { code?: string; errors?: Record<string, { code: string }[]> };
    // The key has no scope of two people.
    const may = ['http.not_found', 'validation.failed', url.raw.endsWith('sign-in-link') ? 'operator.scope' : 'done'];
    expect(may).toContain(response.ok ? 'done' : answer.code);
    // Examples have the form of what they stand for; who they name does not exist here. What an approved check needs is a rule
    // that JSON Schema cannot say.
    if (url.raw.endsWith('/checks')) return;
    const refused = Object.values(answer.errors ?? {}).flatMap((each) => each.map(({ code }) => code));
    expect(refused.filter((code) => code.startsWith('validation.') && code !== 'validation.choice')).toEqual([]);
  });
});
