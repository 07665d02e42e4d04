import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { stored } from '#contract/constants.ts';
import { webhookSchemas } from '#contract/operator-events.ts';
import { keyRate, scopes } from '#contract/operator-names.ts';
import type { App } from '../app.ts';
import { refuseUntil } from '../refusal.ts';
import { reportDirectives } from './csp-reports.ts';
import { keepAnswers } from './response-cache.ts';
import { countByNetwork } from './rate-limit.ts';

/** The reader of the API page writes inline styles and draws markup, so Trusted Types are off there; it holds no session. */
const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  ...reportDirectives,
};

const description = [
  'Every call of the client area. Money is a decimal string with its currency.',
  `A session is a bearer token together with the HttpOnly cookie that sign-in sets beside it: the one without the other is refused.`,
  `A call that changes something and carries a cookie repeats the cookie ${stored.antiForgeryCookie}, which every page sets and every answer where it is missing, in the header ${stored.antiForgeryHeader}.`,
  'Messages come in the language of Accept-Language. Where a key is asked for, the header Idempotency-Key or the field request_id names the intent: repeated, it has one effect.',
].join('\n\n');

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Together with the cookie that sign-in sets.' },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: [
      'A key of the operator, made by an administrator under /admin/api. No cookie goes with it.',
      `It may do what its scopes say: ${scopes.join(', ')}.`,
      `At most ${keyRate.hits} calls in ${keyRate.windowS} s; RateLimit and RateLimit-Policy tell in each answer what is left.`,
    ].join(' '),
  },
} as const;

const tags = [
  {
    name: 'operator_api',
    description:
      'The operator’s API, for programs of the broker such as a CRM or a back office: a key in place of a session. Lists come newest first, a page at a time; docs/operator-api.md has examples.',
  },
];

/** What is sent to programs of the operator, as OpenAPI tells of webhooks. */
const webhooks = Object.fromEntries(
  Object.entries(webhookSchemas).map(([type, schema]) => [
    type,
    {
      post: {
        operationId: type,
        tags: ['operator_api'],
        summary: 'Signed after the Standard Webhooks: docs/operator-api.md shows how a receiver makes sure of it.',
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          in: 'header',
          name,
          required: true,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: z.toJSONSchema(schema, { target: 'draft-2020-12' }) } },
        },
        responses: { '2XX': { description: 'Taken. Anything else is tried again for three days.' } },
      },
    },
  ]),
);

const refusal = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'For people, in the language of the caller.' },
    code: { type: 'string', description: 'Stable.' },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    errors: {
      type: 'object',
      description: 'By field, of a 422.',
      additionalProperties: {
        type: 'array',
        items: {
          type: 'object',
          required: ['code', 'params', 'message'],
          properties: { code: { type: 'string' }, params: { type: 'object' }, message: { type: 'string' } },
        },
      },
    },
  },
};

const defect = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: { message: { type: 'string' }, code: { type: 'string' }, request_id: { type: 'string' } },
};

/** The page loads some ten files; whoever wants them needs no session. */
const most = { hits: 120, windowS: 60 };

/** The answers that every call may give besides its own. Only for readers: nothing is shaped by them. */
const errors = {
  '4XX': { description: 'Refused.', content: { 'application/json': { schema: refusal } } },
  '5XX': { description: 'A defect of ours.', content: { 'application/json': { schema: defect } } },
};

const withErrors: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route);
  return { url, schema: { ...schema, response: { ...(schema.response as object), ...errors } } };
};

/** OpenAPI 3.1 out of the contract at `/api/openapi.json`, and a page to read it at `/api/docs`. Register before the rooms. */
export async function serveApiPage(
  http: FastifyInstance,
  { config, house, db, clock }: Pick<App, 'config' | 'house' | 'db' | 'clock'>,
): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${house.brand().name} API`,
        version: '1',
        description,
      },
      servers: [{ url: config.appUrl }],
      components: { securitySchemes },
      tags,
    },
    transform: withErrors,
    // The library's types know no schema of another draft than its own.
    transformObject: (document) =>
      'openapiObject' in document
        ? ({ ...document.openapiObject, webhooks } as typeof document.openapiObject)
        : document.swaggerObject,
  });
  await http.register(async (pages) => {
    pages.addHook('onRequest', async ({ ip }) => {
      const over = await countByNetwork(db, clock, ['platform.api_page'], ip, most);
      if (over) throw refuseUntil('http.too_many', over.endsInS);
    });
    keepAnswers(pages);
    pages.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger());
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      uiConfig: { layout: 'BaseLayout', validatorUrl: null, supportedSubmitMethods: [], defaultModelsExpandDepth: 0 },
    });
  });
}
