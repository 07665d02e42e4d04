import { z } from 'zod';
import { api } from '#contract/api.ts';
import { passkeyProof } from '#contract/auth/proof.ts';
import { stored } from '#contract/kernel/constants.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { decimal, existingPassword, flag, language, wholeNumber } from '#contract/kernel/fields.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { webhookSchemas } from '#contract/webhooks.ts';
import { callsPerMinute, scopes } from '#contract/operator/names.ts';
import type { Text } from '../../text.ts';
import { jsonSchemaOf } from './json-schema.ts';
import {
  commonResponses,
  describeCall,
  describeInput,
  describeResponse,
  describeWebhook,
  readOperation,
} from './operation.ts';
import { refusalResponses, refusalSchemas } from './refusal-schemas.ts';
import { sharedParts } from './shared-parts.ts';
import { recursiveSchemas, sharedSchemas } from './shared-schemas.ts';

const forPeople = [
  'Every call of the client area, except those for programs of the operator: /api/operator/openapi.json has them. ' +
    'Money is a decimal string with its currency.',
  'A session is a bearer token together with the HttpOnly cookie that sign-in sets: one without the other is ' +
    'refused.',
  `A call that changes data and carries a cookie must repeat the cookie ${stored.antiForgeryCookie} in the ` +
    `header ${stored.antiForgeryHeader}. Every page sets this cookie, and so does every answer to a call without ` +
    'it.',
  'Messages are in the language of Accept-Language. Where a key is required, the header Idempotency-Key or the ' +
    'field request_id identifies the request: repeating it has no further effect. A body may come as a form, too. Fields ' +
    'that a schema does not name are refused.',
  'Refusals of one status are listed in the order of the checks.',
].join('\n\n');

const forPrograms =
  'The operator’s API, for programs of the broker such as a CRM or a back office: a key replaces the session. Lists ' +
  'are newest first, one page at a time; docs/operator-api.md has examples.';

/** What many calls have in common, by names that say more than the field where it is met first. */
const namedSchemas = {
  decimal: jsonSchemaOf(decimal, 'output'),
  decimal_or_null: jsonSchemaOf(decimal.nullable(), 'output'),
  integer: jsonSchemaOf(wholeNumber(0, 1), 'input'),
  language: jsonSchemaOf(language, 'output'),
  flag: jsonSchemaOf(flag, 'input'),
  password: jsonSchemaOf(existingPassword, 'input'),
  passkey: jsonSchemaOf(passkeyProof, 'input'),
  tier: jsonSchemaOf(z.enum(tierNames), 'output'),
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Together with the cookie that sign-in sets.' },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: [
      'An operator key, created by an administrator under /admin/api. It’s used without a cookie.',
      `The key’s scopes must allow the call: ${scopes.join(', ')}.`,
      `A key has ${callsPerMinute.usual} calls a minute, or as many as it was given. RateLimit and ` +
        'RateLimit-Policy show in each response what is left.',
    ].join(' '),
  },
} as const;

/** What a document is about besides its calls. */
export interface About {
  brand: string;
  url: string;
  text: Text;
}

const all = Object.entries(api) as [string, Endpoint][];
const isForPrograms = ([, { guard }]: [string, Endpoint]) => typeof guard === 'object' && 'scope' in guard;

/** The calls for people as OpenAPI 3.1, out of the contract. */
export const documentForPeople = (about: About) =>
  documentOf(about, {
    title: `${about.brand} API`,
    description: forPeople,
    endpoints: all.filter((endpoint) => !isForPrograms(endpoint)),
    security: 'bearer',
    webhooks: {},
  });

/** The calls for programs of the operator, and what is sent to them. */
export const documentForPrograms = (about: About) =>
  documentOf(about, {
    title: `${about.brand} API for the operator’s programs`,
    description: forPrograms,
    endpoints: all.filter(isForPrograms),
    security: 'key',
    webhooks: webhookSchemas,
  });

interface Contents {
  title: string;
  description: string;
  endpoints: readonly [string, Endpoint][];
  security: keyof typeof securitySchemes;
  webhooks: Readonly<Record<string, z.ZodType>>;
}

function documentOf({ url, text }: About, { title, description, endpoints, security, webhooks }: Contents) {
  const recursive = recursiveSchemas();
  const operations = endpoints.map(([name, endpoint]) => readOperation(name, endpoint, recursive));
  const notices = Object.entries(webhooks).map(([type, schema]) => [type, jsonSchemaOf(schema, 'output')] as const);
  const parts = [
    ...operations.flatMap(({ schemas }) => Object.values(schemas)),
    ...notices.map(([, schema]) => schema),
  ];
  const shared = sharedSchemas(parts, namedSchemas);
  const refused = refusalResponses(endpoints.map(([, endpoint]) => endpoint));
  const calls = operations.map((operation) => ({
    ...describeCall(operation),
    ...describeInput(operation, shared),
    responses: { 200: describeResponse(operation, shared), ...refused.responsesOf(operation.endpoint) },
  }));
  const events = notices.map(([type, schema]) => describeWebhook(type, schema, shared));
  const common = sharedParts([...calls, ...events]);
  const paths: Record<string, Record<string, object>> = {};
  for (const [index, call] of calls.entries()) {
    const [method = '', path = ''] = operations[index]?.endpoint.route.split(' ') ?? [];
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[address] ??= {})[method.toLowerCase()] = common.share(call);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    servers: [{ url }],
    security: [{ [security]: [] }],
    paths,
    webhooks: Object.fromEntries(events.map((event) => [event.operationId, { post: common.share(event) }])),
    components: {
      securitySchemes: { [security]: securitySchemes[security] },
      ...common.components,
      responses: { ...commonResponses, ...common.components.responses },
      schemas: {
        ...shared.components,
        ...recursive.components,
        ...refusalSchemas(text, refused),
      },
    },
  };
}
