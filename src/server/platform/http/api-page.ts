import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';

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
    staticCSP: true,
    transformStaticCSP: (policy) => policy,
    uiConfig: { supportedSubmitMethods: [], defaultModelsExpandDepth: 0 },
  });
}
