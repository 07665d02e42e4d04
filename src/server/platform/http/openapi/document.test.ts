import { Validator } from '@seriousme/openapi-schema-validator';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { derivedRefusals } from '#contract/kernel/refusals/derived.ts';
import { publicEvents } from '#contract/operator/event-names.ts';
import { newId } from '../../id.ts';
import { readCatalogues } from '../../text.ts';
import { documentForPeople, documentForPrograms } from './document.ts';
import { exampleOf } from './example.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { recorded } from './operation.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { example?: unknown }[];
  requestBody?: { content: { 'application/json': { example?: unknown } } };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

const { text } = readCatalogues(resolve(import.meta.dirname, '../../../../../locales'));
const about = { brand: 'Atrium', url: 'https://clients.example.com', text };
const documents = { people: documentForPeople(about), programs: documentForPrograms(about) };
type Components = Record<string, Record<string, object>>;

/** The calls of a document, with what several of them share in place of its references. */
function operationsOf({ paths, components }: { paths: object; components: object }): Operation[] {
  const text = JSON.stringify(paths).replaceAll(
    /\{"\$ref":"#\/components\/(?!schemas)(\w+)\/([^"]+)"\}/g,
    (_, kind: string, name: string) => JSON.stringify((components as Components)[kind]?.[name]),
  );
  return Object.values(JSON.parse(text) as Record<string, Record<string, Operation>>).flatMap((path) =>
    Object.values(path),
  );
}

const endpoints = Object.entries(api) as [string, Endpoint][];

describe.each(Object.entries(documents))('the document for %s', (_, document) => {
  it('is OpenAPI, and each reference in it leads somewhere', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    const names = new Set(
      Object.entries(document.components).flatMap(([kind, parts]) =>
        Object.keys(parts).map((name) => `${kind}/${name}`),
      ),
    );
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(refs.filter((name) => !names.has(name ?? '')))).toEqual(new Set());
  });

  it('says of each call what it is, who may make it, and shows one', () => {
    const bare = operationsOf(document).filter(({ summary, description, parameters = [], requestBody, responses }) => {
      const content = responses['200']?.content ?? {};
      const examples = [...parameters, requestBody?.content['application/json'], content['application/json']];
      const isShown =
        examples.some((part) => part?.example !== undefined) || parameters.length > 0 || !content['application/json'];
      return !summary || !description.startsWith('For ') || !isShown;
    });
    expect(bare.map(({ operationId }) => operationId)).toEqual([]);
  });
});

it('puts each call into one document: those for keys into that of programs, with what is sent to them', () => {
  const [people, programs] = [documents.people, documents.programs].map((document) =>
    operationsOf(document).map(({ operationId }) => operationId),
  );
  const isForKeys = ([, { guard }]: [string, Endpoint]) => typeof guard === 'object' && 'scope' in guard;
  expect(people).toEqual(endpoints.filter((endpoint) => !isForKeys(endpoint)).map(([name]) => name));
  // Calls of one path stand together, wherever the contract has them.
  expect(programs?.toSorted()).toEqual(
    endpoints
      .filter(isForKeys)
      .map(([name]) => name)
      .toSorted(),
  );
  expect(Object.keys(documents.programs.webhooks)).toEqual([...publicEvents, 'webhook.test']);
});

it('names the idempotency key of a program once, in the header', () => {
  const withField = operationsOf(documents.programs).filter(({ requestBody }) =>
    JSON.stringify(requestBody ?? {}).includes('request_id'),
  );
  expect(withField.map(({ operationId }) => operationId)).toEqual([]);
});

it('has one schema for each refusal that a call may meet, with its status and message', () => {
  const { schemas } = documents.people.components;
  const listed = new Set(
    endpoints.flatMap(([name, { refusals = [] }]) => (name.startsWith('operator_api.') ? [] : refusals)),
  );
  expect([...listed].filter((code) => !(code in schemas))).toEqual([]);
  expect(schemas['auth.passkey_limit']).toMatchObject({
    description: expect.stringMatching(/^409: /) as string,
    properties: { code: { const: 'auth.passkey_limit' }, params: { required: ['max'] } },
  });
});

it('lists with each call all that it may be refused for, whichever groups name it', () => {
  const { schemas = {} } = documents.people.components as unknown as Components;
  const reached = (part: object): string[] =>
    [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].flatMap(([, name = '']) => {
      const schema = schemas[name];
      return schema && 'anyOf' in schema ? reached([schema.anyOf]) : [name];
    });
  const incomplete = operationsOf(documents.people).flatMap(({ operationId, responses }) => {
    const endpoint = api[operationId as keyof typeof api] as Endpoint;
    const { 200: _done, ...others } = responses;
    const listed = new Set(reached(others));
    const missing = [...(endpoint.refusals ?? []), ...derivedRefusals(endpoint)].filter((code) => !listed.has(code));
    return missing.length > 0 ? [`${operationId}: ${missing.join(', ')}`] : [];
  });
  expect(incomplete).toEqual([]);
});

// Each call or event takes a third of what a call took while each one repeated its refusals: one document had 2,434,196 characters for 424 calls.
it('stays small: a browser and a generator of clients read it whole', () => {
  const sizeOf = (document: object) => JSON.stringify(document).length;
  for (const document of Object.values(documents)) {
    const count = operationsOf(document).length + Object.keys(document.webhooks).length;
    expect(sizeOf(document) / count).toBeLessThan(2_434_196 / 424 / 3);
  }
});

/** Their schemas have rules that JSON Schema cannot say. */
const unlike = new Set([
  'market.instruments response',
  'economy.calendar query',
  'support.save_canned body',
  'verification.preview_levels body',
  'operator_api.report_check body',
  'notifications.set_hours body',
  'push.subscribe body',
]);

it('shows examples that the contract takes', () => {
  const refused = endpoints.flatMap(([name, endpoint]) =>
    (['params', 'query', 'body', 'response'] as const).flatMap((part) => {
      const schema = endpoint[part];
      if (!schema) return [];
      const example = exampleOf(jsonSchemaOf(schema, part === 'response' ? 'output' : 'input'));
      return schema.safeParse(example).success ? [] : [`${name} ${part}`];
    }),
  );
  expect(new Set(refused)).toEqual(unlike);
});

it('has of each call of a program one that was made, as the contract takes it today', () => {
  const ofPrograms = endpoints.filter(([, { guard }]) => typeof guard === 'object' && 'scope' in guard);
  expect(Object.keys(recorded).toSorted()).toEqual(ofPrograms.map(([name]) => name).toSorted());
  for (const [name, { body, response, idempotent }] of ofPrograms) {
    const example = recorded[name];
    expect({ [name]: response.parse(example?.response) }).toEqual({ [name]: example?.response });
    const sent = {
      ...(example?.body as object),
      ...(idempotent && body && 'request_id' in body.shape && { request_id: newId() }),
    };
    expect({ [name]: body?.safeParse(sent).error }).toEqual({ [name]: undefined });
  }
});

it('shows what each call of a program answers', () => {
  const bare = operationsOf(documents.programs).filter(
    ({ responses }) => responses['200']?.content?.['application/json']?.example === undefined,
  );
  expect(bare.map(({ operationId }) => operationId)).toEqual([]);
});
