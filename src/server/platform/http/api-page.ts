import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';

/** The reader of the API page writes inline styles and draws markup, so Trusted Types are off there; it holds no session. */
const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** OpenAPI 3.1 out of the contract at `/api/openapi.json`, and a page to read it at `/api/docs`. Register before the rooms. */
export async function serveApiPage(http: FastifyInstance, config: Config): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.appName} API`,
        version: '1',
        description: 'Every call of the client area. Money is a decimal string with its currency.',
      },
      servers: [{ url: config.appUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger());
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, supportedSubmitMethods: [], defaultModelsExpandDepth: 0 },
  });
}
