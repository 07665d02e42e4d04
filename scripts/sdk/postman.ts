import { commandOf } from './commands.ts';
import type { Call, Document } from './read-document.ts';

const about =
  'Put the address of the client area into the variable `url`, and the key into the current value of `key`, which is not exported. ' +
  'The collection follows from the OpenAPI document of the installation, /api/operator/openapi.json.';

/** The calls as a collection of Postman, version 2.1, which Bruno, Insomnia and Hoppscotch import too. It holds no secret. */
export function collectionOf({ calls }: Document): string {
  const named = calls.map((call) => [...commandOf(call).split(' '), call] as [string, string, Call]);
  const resources = [...new Set(named.map(([resource]) => resource))];
  const collection = {
    info: {
      name: 'Atrium, the operator’s API',
      description: about,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: 'https://clients.example.com', type: 'string' },
      { key: 'key', value: '', type: 'string' },
    ],
    item: resources.map((resource) => ({
      name: resource,
      item: named
        .filter(([each]) => each === resource)
        .map(([, act, call]) => ({ name: act, request: requestOf(call), response: [responseOf(call)] })),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestOf({ method, path, summary, scope, idempotent, params, examples, query, bodyExample }: Call) {
  const parts = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const header = [
    // A name of its own for each time that it is sent.
    ...(idempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ...(bodyExample ? [{ key: 'Content-Type', value: 'application/json' }] : []),
  ];
  return {
    method,
    description: `${summary}\n\nScope of the key: \`${scope}\`.`,
    header,
    url: {
      raw: `{{url}}/${parts.join('/')}`,
      host: ['{{url}}'],
      path: parts,
      ...(query && { query: Object.keys(query.properties ?? {}).map((key) => ({ key, value: '', disabled: true })) }),
      ...(params.length > 0 && { variable: params.map((key) => ({ key, value: examples[key] ?? '' })) }),
    },
    ...(bodyExample && {
      body: { mode: 'raw', raw: JSON.stringify(bodyExample, null, 2), options: { raw: { language: 'json' } } },
    }),
  };
}

const responseOf = ({ responseExample }: Call) => ({
  name: 'Example',
  status: 'OK',
  code: 200,
  header: [{ key: 'Content-Type', value: 'application/json' }],
  body: JSON.stringify(responseExample, null, 2),
});
