import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app.ts';
import { refuseUntil } from '../../refusal.ts';
import { reportDirectives } from '../security/csp-reports.ts';
import { documentForPeople, documentForPrograms } from '../openapi/document.ts';
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

const peopleUrl = '/api/openapi.json';
const programsUrl = '/api/operator/openapi.json';

/** The page loads some ten files, and needs no session. */
const max = { hits: 120, windowS: 60 };

/** OpenAPI 3.1 out of the contract, one document for people's calls and one for programs, and a page to read them. */
export async function serveApiPage(
  http: FastifyInstance,
  { config, settings, db, clock, text }: Pick<App, 'config' | 'settings' | 'db' | 'clock' | 'text'>,
): Promise<void> {
  const about = { brand: settings.brand().name, url: config.appUrl, text };
  await http.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    // The library's types know no schema of another draft than its own.
    transformObject: () => documentForPeople(about) as object,
  });
  await http.register(async (pages) => {
    pages.addHook('onRequest', async ({ ip }) => {
      const over = await countByNetwork(db, clock, ['platform.api_page'], ip, max);
      if (over) throw refuseUntil('http.too_many', over.endsInS);
    });
    cacheResponses(pages);
    pages.get(peopleUrl, async () => http.swagger());
    pages.get(programsUrl, async () => documentForPrograms(about));
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: policy,
      uiConfig: {
        urls: [
          { name: 'Calls for people', url: peopleUrl },
          { name: 'Calls for the operator’s programs', url: programsUrl },
        ],
        validatorUrl: null,
        supportedSubmitMethods: [],
        defaultModelsExpandDepth: 0,
      },
    });
  });
}
