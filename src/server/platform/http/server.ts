import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';
import { findApiKey, meansApiKey, type ApiKey } from '../secrets/api-key.ts';
import type { App } from '../app.ts';
import { notFound, refuse } from '../refusal.ts';
import { deviceOf, findSignedIn, type Person } from '../session/session.ts';
import { acceptedLanguage } from '../text.ts';
import { checkAntiForgery, offerAntiForgeryCookie } from './security/anti-forgery.ts';
import { readBinding } from './security/binding-cookie.ts';
import { limitCalls } from './limits/call-limit.ts';
import { noteWrite } from './reads/fresh-reads.ts';
import type { Brand } from '../settings.ts';
import { isCanonical } from './canonical-path.ts';
import { hostOf, isOwnHost } from './own-host.ts';
import { isPart, mayBePart } from './reads/part.ts';
import { handleErrors } from './refusals.ts';
import { securing } from './security/security-headers.ts';
import { traceRequests } from '../telemetry/request-spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    me: Person | null;
    /** The operator's program that calls; then there is no signed-in person. */
    apiKey: ApiKey | null;
    /** The brand of the host by which the caller reached us. */
    brand: Brand;
    /** Its anti-forgery cookie was found to be ours. */
    holdsAntiForgery: boolean;
    language: Language;
  }
  interface FastifyContextConfig {
    endpoint?: string;
    /** Programs of the operator call it, by their keys. */
    isForKeys?: boolean;
    /**
     * Whether it responds before the setup is done; endpoints of the contract do not unless they say so, all else does.
     */
    beforeOpening?: boolean;
    /** False where a call carries its own proof, so that the browser's cookies do not count. */
    antiForgery?: boolean;
    /** A page that other sites may show in a frame: those that its own content policy lists. */
    mayBeFramed?: boolean;
    /** Monitoring calls it by any host name, as by the address of the instance. */
    anyHost?: boolean;
  }
}

const bodyLimitBytes = 64 * 1024;
const requestTimeoutMs = 30_000;
/** A file may come over a slow line, but not slower than that. */
const minBytesPerMs = 50;
const longestBodyMs = 300_000;

/** The HTTP side of the product before any module is added: parsing, language, person, forgery check, errors, log. */
export async function openHttp(
  world: Omit<App, 'http' | 'outbox' | 'webhooks' | 'jobs' | 'realtime'>,
): Promise<FastifyInstance> {
  const { config, log } = world;
  const response = handleErrors(world);
  const secure = securing(config);
  const limit = limitCalls(world);
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // One hop: the caller can write anything before the proxy's own entry in X-Forwarded-For.
    trustProxy: (address: string, hop: number) => hop === 0 && config.isProxy(address),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // A request on an open connection while the server stops gets a normal response.
    return503OnClosing: false,
    http: { headersTimeout: requestTimeoutMs },
    requestTimeout: longestBodyMs,
    // A request whose address cannot be parsed does not reach the hooks below.
    frameworkErrors: (error, request, reply) => {
      addressReader(request, world);
      reply.header('x-request-id', request.id);
      secure(request, reply);
      void response(error, request, reply);
    },
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  http.setErrorHandler(response);
  http.decorateRequest('me', null);
  http.decorateRequest('apiKey', null);
  http.decorateRequest('holdsAntiForgery', false);
  http.decorateRequest('language', defaultLanguage);
  traceRequests(http, config);
  await http.register(cookie);
  acceptEmptyJson(http);
  await http.register(formbody, { bodyLimit: bodyLimitBytes });
  http.addHook('onSend', async (request, reply) => {
    secure(request, reply);
    noteWrite(world, request, reply);
    if (needsAntiForgeryCookie(request, reply)) offerAntiForgeryCookie(request, reply, config);
  });
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    endWhenLate(request);
    addressReader(request, world);
    if (!request.routeOptions.config.anyHost && !isOwnHost(request.raw, config)) throw refuse('http.host');
    if (!isCanonical(request.url)) throw refuse('http.malformed');
    const { endpoint, antiForgery = true } = request.routeOptions.config;
    if (isPart(request.headers) && !mayBePart(endpoint)) throw refuse('http.forbidden');
    if (!world.settings.isOpen() && waitsForOpening(request)) throw refuse('settings.not_open');
    if (antiForgery) checkAntiForgery(request, config);
    if (endpoint === undefined) return;
    await recognise(world, request);
    if (isCounted(request)) await limit(request);
  });
  http.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint ?? request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    // A stream lasts as long as its reader likes, which says nothing about how fast the server is.
    if (!isStream(reply))
      world.metrics.requests.observe({ endpoint, status: String(status) }, reply.elapsedTime / 1000);
    // A busy server refuses, as does one that shuts down: only a defect is an error.
    log[status === 500 ? 'error' : 'info'](
      { requestId: request.id, method: request.method, endpoint, status, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
  return http;
}

const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream');

/**
 * Sockets often check who may receive what, and programs of the operator are busy: these have limits of their own. A
 * key that may not be used from here, or for this, counts as no caller.
 */
const isCounted = ({ apiKey, routeOptions: { config } }: FastifyRequest) =>
  !(config.isForKeys && apiKey?.isFromHere) &&
  config.endpoint !== undefined &&
  !/^(realtime|platform)\./.test(config.endpoint);

/**
 * A program that never loads a page gets the cookie with its first response, so that its next call can repeat it.
 * Cacheable responses do not set it; nor do calls that use no cookie.
 */
function needsAntiForgeryCookie({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const { endpoint, isForKeys, antiForgery = true } = routeOptions.config;
  const isPrivate = /no-store/.test(String(reply.getHeader('cache-control')));
  return endpoint !== undefined && !isForKeys && antiForgery && isPrivate;
}

/**
 * A request that never ends must not hold a connection, and with it a shutdown: it has as long as the largest body that
 * its route accepts may need.
 */
function endWhenLate({ raw, routeOptions }: FastifyRequest): void {
  if (raw.complete || isPart(raw.headers)) return;
  const mayTakeMs = requestTimeoutMs + (routeOptions.bodyLimit ?? bodyLimitBytes) / minBytesPerMs;
  const timer = setTimeout(() => raw.complete || raw.destroy(), Math.min(mayTakeMs, longestBodyMs));
  raw.once('close', () => clearTimeout(timer));
}

/** In whose name and in which language the caller is answered. */
function addressReader(request: FastifyRequest, { settings, config }: Pick<App, 'settings' | 'config'>): void {
  request.brand = settings.brandAt(hostOf(request.raw, config.isProxy));
  request.language = acceptedLanguage(request.headers['accept-language']) ?? request.brand.language;
}

/** A call without fields may come with JSON announced and nothing sent. Text is no body of ours. */
function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser(['application/json', 'text/plain']);
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, String(body), done),
  );
}

/**
 * Every call except those of the setup and those by which the operator's programs authorise sockets; pages, texts and
 * health do not wait.
 */
function waitsForOpening({ routeOptions }: FastifyRequest): boolean {
  const { endpoint, beforeOpening = endpoint === undefined } = routeOptions.config;
  return !beforeOpening;
}

/** Identifies the caller by their credentials: a person by a session, or a program of the operator by its key. */
async function recognise(world: World, request: FastifyRequest): Promise<void> {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !bearer) return;
  if (meansApiKey(bearer)) request.apiKey = await findApiKey(world, bearer, request.ip);
  else request.me = await findPerson(world, request, bearer);
}

type World = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'metrics' | 'securityLog' | 'knownSessions'>;

/** These work with a half of a session that is over. */
const beforeRenewal = new Set(['auth.renew_session', 'auth.logout']);

/** @throws Refusal `auth.renewal_due`, before anything of the call has had an effect */
async function findPerson(world: World, request: FastifyRequest, bearer: string): Promise<Person | null> {
  const { endpoint = '' } = request.routeOptions.config;
  const isUse = !endpoint.startsWith('realtime.');
  const shown = { bearer, binding: readBinding(request), device: deviceOf(request), isUse };
  const found = await findSignedIn(world, shown);
  if (found.why === 'renewal_due' && !beforeRenewal.has(endpoint))
    throw refuse('auth.renewal_due', { challenge: found.challenge });
  if (found.why === 'elsewhere') world.securityLog.note(refuse('auth.elsewhere'), request, { id: found.clientId });
  return found.client;
}

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * The last route: what no module took. `page` responds to everything that is not a call or a file, where there are
 * pages, and `asset` to files that this version of the web client has not.
 */
export function answerOtherRoutes(http: FastifyInstance, page?: Page, asset?: Page): void {
  http.setNotFoundHandler(async (request, reply) => {
    if (asset && request.method === 'GET' && request.url.startsWith('/assets/')) return asset(request, reply);
    const expectsPage = request.method === 'GET' && !meansCall(request.url) && !namesFile(request.url);
    if (!page || !expectsPage) throw notFound();
    return page(request, reply);
  });
}

/** Whether an address that no route has is that of a call that there is not, as against a screen. It opens and guards nothing. */
const meansCall = (url: string) => /^\/(api|pusher)\//.test(url);

/** Whether an address ends as a file's name does. A token may hold dots, but its parts are longer; a query may hold any. */
const namesFile = (url: string) => /^[^?]*\.[a-z0-9]{1,12}(\?|$)/i.test(url);
