import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultTheme, pageColors, paperColors } from '#contract/kernel/constants.ts';
import { directionOf, isLanguage, type Language } from '#contract/kernel/languages.ts';
import { workerPath, type Release } from '#contract/kernel/worker.ts';
import type { Config } from '../../config/config.ts';
import { notFound } from '../../refusal.ts';

export const manifestPath = (language: Language) => `/${language}/manifest.webmanifest`;

const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** What a device needs to install the client area as an app: one app, whichever language it is installed in. */
function manifestIn(language: Language, name: string) {
  return {
    id: '/',
    name,
    short_name: name,
    lang: language,
    dir: directionOf(language),
    start_url: `/${language}/home`,
    scope: '/',
    display: 'standalone',
    theme_color: paperColors[defaultTheme],
    background_color: pageColors[defaultTheme],
    icons,
  };
}

/** The manifest, by language, under the name that the brand of the host has at that moment. */
export function serveManifest(http: FastifyInstance): void {
  http.get<{ Params: { lang: string } }>('/:lang/manifest.webmanifest', async (request, reply) => {
    const { lang } = request.params;
    if (!isLanguage(lang)) throw notFound();
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestIn(lang, request.brand.name)));
  });
}

/**
 * The icons, the worker that draws PDFs, and the service worker with its release written above it. Where the operator
 * turns the worker off, the response in its place removes the one that a browser has.
 * @param facts of the page; with other facts it is another version
 */
export async function serveWorker(
  http: FastifyInstance,
  config: Config,
  webFolder: string,
  page: { files: readonly string[]; facts: (request: FastifyRequest) => string },
): Promise<void> {
  await http.register(fastifyStatic, {
    root: join(webFolder, 'icons'),
    prefix: '/icons/',
    maxAge: '1d',
    index: false,
    decorateReply: false,
  });
  await http.register(fastifyStatic, {
    root: join(webFolder, 'workers'),
    prefix: '/workers/',
    preCompressed: true,
    cacheControl: false,
    index: false,
    decorateReply: false,
    // What draws documents of others needs nothing from anywhere.
    setHeaders: (reply) => {
      reply.header('content-security-policy', "default-src 'none'").header('cache-control', 'no-cache');
    },
  });
  const code = readFileSync(join(webFolder, config.serviceWorker ? 'service-worker.js' : 'unregister.js'), 'utf8');
  http.get(workerPath, async (request, reply) => {
    const version = createHash('sha256').update(code).update(page.facts(request)).digest('hex').slice(0, 12);
    const release: Release = { version, files: page.files };
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`const release = ${JSON.stringify(release)};\n${code}`);
  });
}
