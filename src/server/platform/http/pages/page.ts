import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { freshForS } from '../reads/fresh-reads.ts';
import { stored, defaultTheme, paperColors, themes, type Theme } from '#contract/kernel/constants.ts';
import { defaultLanguage, directionOf, isLanguage, type Language } from '#contract/kernel/languages.ts';
import type { WindowConfig } from '#contract/kernel/window-config.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import type { Brand } from '../../settings.ts';
import { offerAntiForgeryCookie } from '../security/anti-forgery.ts';
import { addressOfTexts } from './catalogues.ts';
import { filesOf, filesOfPage, readChunks, type Chunks } from './chunks.ts';
import { manifestPath, serveManifest, serveWorker } from './installable.ts';
import { notFound } from '../../refusal.ts';
import { answerOtherRoutes } from '../server.ts';
import { openStoredAssets } from './stored-assets.ts';

type World = Pick<App, 'config' | 'settings'>;
type Served = World & Pick<App, 'db'>;

/**
 * Serves the built web application: hashed files with an unlimited cache, and for every other address the one page,
 * marked with the visitor's language, direction and theme so that nothing flashes, and with the settings that the
 * browser may know.
 */
export async function servePages(
  http: FastifyInstance,
  { config, settings, db }: Served,
  textsVersion: string,
  webFolder: string,
): Promise<void> {
  if (!existsSync(join(webFolder, 'index.html')))
    throw new Error('The web application is not built; run bin/start or npm run build.');
  const template = readFileSync(join(webFolder, 'index.html'), 'utf8');
  const chunks = readChunks(webFolder);
  await http.register(fastifyStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  });
  const assets = openStoredAssets({ db, config }, join(webFolder, 'assets'));
  await assets.store();
  http.addHook('onClose', async () => assets.stop());
  serveManifest(http);
  await serveWorker(http, config, webFolder, {
    files: filesOfPage(chunks),
    facts: ({ brand }) =>
      JSON.stringify([template, settingsOf({ config, settings }, brand, defaultLanguage, textsVersion)]),
  });
  answerOtherRoutes(
    http,
    async (request, reply) => {
      offerAntiForgeryCookie(request, reply, config);
      const language = languageOf(request);
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache, private')
        .header('vary', 'cookie, accept-language');
      const path = request.url.split('?')[0] ?? '/';
      const preloads = preloadsFor(chunks, {
        path,
        language,
        textsVersion,
        demo: config.demo,
        open: settings.isOpen(),
      });
      return fill(template, { config, settings: settings, request, language, textsVersion, preloads });
    },
    async (request, reply) => {
      const path = /^\/assets\/([\w.-]{1,120})$/.exec(request.url)?.[1];
      const found = path && (await assets.find(path, String(request.headers['accept-encoding']).includes('gzip')));
      if (!found) throw notFound();
      return reply.headers(found.headers).send(found.body);
    },
  );
}

/** The visitor's language: the cookie, then the browser's preference, then the brand's; one that the brand offers. */
function languageOf({ brand, cookies, language }: FastifyRequest): Language {
  const offered = [cookies[stored.locale], language].find((each) => isLanguage(each) && brand.languages.includes(each));
  return isLanguage(offered) ? offered : brand.language;
}

function fill(
  template: string,
  page: World & { request: FastifyRequest; language: Language; textsVersion: string; preloads: string },
): string {
  const { request, language } = page;
  const theme = themes.find((name) => name === request.cookies[stored.theme]) ?? defaultTheme;
  const settings = settingsOf(page, request.brand, language, page.textsVersion);
  return template
    .replace(/<html[^>]*>/, () => openingTag(language, theme))
    .replace('<title></title>', () => `<title>${escapeHtml(settings.appName)}</title>`)
    .replace('<!--head-->', () => headOf(request.brand, language, theme) + page.preloads)
    .replace(/\{\s*"config": "of the installation"\s*\}/, () =>
      JSON.stringify(settings).replaceAll('<', String.raw`\u003c`),
    );
}

function settingsOf({ config, settings }: World, brand: Brand, language: Language, textsVersion: string): WindowConfig {
  const { name, accents, logo, supportEmail, footer, links, language: own } = brand;
  return {
    appName: name,
    accents,
    logo,
    locale: language,
    languages: [...brand.languages],
    defaultLanguage: own,
    footer,
    links: [...links],
    demo: config.demo,
    closed: !settings.isOpen(),
    features: { ipo: settings.value('features.ipo') },
    supportEmail,
    applications: config.applications,
    tickerWidget: config.tickerWidget ?? null,
    realtime: realtimeFor(config),
    textsVersion,
    // A cached page would still be shown after the installation has opened.
    freshForS: config.databaseReplica ? freshForS(config.databaseReplica) : null,
    serviceWorker: config.serviceWorker && settings.isOpen(),
  };
}

/** What the browser may know: never the secret. */
export function realtimeFor({
  realtime: { credentials, cluster, browserHost, provider },
}: Config): WindowConfig['realtime'] {
  const hosted = provider && { host: browserHost, port: provider.port, secure: provider.scheme === 'https' };
  return { key: credentials.key, cluster, hosted: hosted ?? null };
}

function openingTag(language: Language, theme: Theme): string {
  return `<html lang="${language}" dir="${directionOf(language)}" class="${theme}">`;
}

/** The colour around the page, and what it is when it is installed. */
const headOf = ({ fontSheet }: Brand, language: Language, theme: Theme) =>
  `${fontSheet ? `<link rel="stylesheet" href="${fontSheet}">` : ''}<meta name="theme-color" content="${paperColors[theme]}"><link rel="manifest" href="${manifestPath(language)}">`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

interface Visit {
  path: string;
  language: Language;
  textsVersion: string;
  demo: boolean;
  open: boolean;
}

const signIn = /^\/(?:[a-z]{2}\/?)?(?:login\/?)?$/;
const register = /^\/(?:[a-z]{2}\/)?register\/?$/;

/**
 * On the first page of a visit, code and texts of the screen are announced in the page, to load in parallel and not
 * afterwards.
 */
function preloadsFor(chunks: Chunks, { path, language, textsVersion, demo, open }: Visit): string {
  const signsIn = open && signIn.test(path);
  const registers = open && register.test(path);
  const rooms = ['common', ...(signsIn || registers ? ['auth'] : []), ...(signsIn && demo ? ['demo'] : [])];
  const catalogues = rooms.map((room) => addressOfTexts({ language, version: textsVersion, module: room }));
  // The sign-in screen itself is part of the first chunk; the list of the demo's people on it is not.
  const modules = registers ? filesOf(chunks, 'entrance') : signsIn && demo ? filesOf(chunks, 'lists') : [];
  return [
    ...catalogues.map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`),
    ...modules.map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}
