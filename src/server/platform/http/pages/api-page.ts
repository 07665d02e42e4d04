import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { stored } from '#contract/kernel/constants.ts';
import { webhookSchemas } from '#contract/operator/event-data.ts';
import { keyRate, scopes } from '#contract/operator/names.ts';
import type { App } from '../../app.ts';
import { refuseUntil } from '../../refusal.ts';
import { reportDirectives } from '../security/csp-reports.ts';
import { cacheResponses } from './response-cache.ts';
import { countByNetwork } from '../limits/rate-limit.ts';

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
  'A session is a bearer token together with the HttpOnly cookie that sign-in sets: one without the other is ' +
    'refused.',
  `A call that changes data and carries a cookie must repeat the cookie ${stored.antiForgeryCookie} in the ` +
    `header ${stored.antiForgeryHeader}. Every page sets this cookie, and so does every answer to a call without ` +
    'it.',
  'Messages are in the language of Accept-Language. Where a key is required, the header Idempotency-Key or the ' +
    'field request_id identifies the request: repeating it has no further effect.',
].join('\n\n');

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Together with the cookie that sign-in sets.' },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: [
      'An operator key, made by an administrator under /admin/api. It is used without a cookie.',
      `The key’s scopes must allow the call: ${scopes.join(', ')}.`,
      `At most ${keyRate.hits} calls in ${keyRate.windowS} s; RateLimit and RateLimit-Policy show in each ` +
        'answer what is left.',
    ].join(' '),
  },
} as const;

const tags = [
  {
    name: 'operator_api',
    description:
      'The operator’s API, for programs of the broker such as a CRM or a back office: a key replaces the ' +
      'session. Lists are newest first, one page at a time; docs/operator-api.md has examples.',
  },
];

/** What is sent to programs of the operator, as OpenAPI describes webhooks. */
const webhooks = Object.fromEntries(
  Object.entries(webhookSchemas).map(([type, schema]) => [
    type,
    {
      post: {
        operationId: type,
        tags: ['operator_api'],
        summary: 'Signed as in Standard Webhooks: docs/operator-api.md shows how a receiver verifies the signature.',
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
        responses: { '2XX': { description: 'Accepted. After any other answer, delivery is retried for three days.' } },
      },
    },
  ]),
);

const refusal = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A message for people, in the language of the caller.' },
    code: { type: 'string', description: 'Stable.' },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    errors: {
      type: 'object',
      description: 'Messages by field, with a 422.',
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

/** The page loads some ten files, and needs no session. */
const max = { hits: 120, windowS: 60 };

/** The responses that every call may give besides its own. Only for readers: they do not shape any response. */
const errors = {
  '4XX': { description: 'Refused.', content: { 'application/json': { schema: refusal } } },
  '5XX': { description: 'An internal error.', content: { 'application/json': { schema: defect } } },
};

const withErrors: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route);
  return { url, schema: { ...schema, response: { ...(schema.response as object), ...errors } } };
};

/**
 * OpenAPI 3.1 out of the contract at `/api/openapi.json`, and a page to read it at `/api/docs`. Register before the
 * modules.
 */
export async function serveApiPage(
  http: FastifyInstance,
  { config, settings, db, clock }: Pick<App, 'config' | 'settings' | 'db' | 'clock'>,
): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${settings.brand().name} API`,
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
      const over = await countByNetwork(db, clock, ['platform.api_page'], ip, max);
      if (over) throw refuseUntil('http.too_many', over.endsInS);
    });
    cacheResponses(pages);
    pages.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger());
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      uiConfig: { layout: 'BaseLayout', validatorUrl: null, supportedSubmitMethods: [], defaultModelsExpandDepth: 0 },
    });
  });
}
