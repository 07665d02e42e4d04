import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { defaultLanguage, type Language } from '#contract/languages.ts';
import { findApiKey, meansApiKey, type ApiKey } from '../api-key.ts';
import type { App } from '../app.ts';
import { notFound, refuse } from '../refusal.ts';
import { deviceOf, findClient, type Client } from '../session.ts';
import { acceptedLanguage } from '../text.ts';
import { checkAntiForgery, offerAntiForgeryCookie } from './anti-forgery.ts';
import { readBinding } from './binding-cookie.ts';
import { limitCalls } from './call-limit.ts';
import { isCanonical } from './canonical-path.ts';
import { isOwnHost } from './own-host.ts';
import { answerErrors } from './refusals.ts';
import { securing } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    me: Client | null;
    /** The program of the operator that calls; then nobody is signed in. */
    apiKey: ApiKey | null;
    /** Its anti-forgery cookie was found to be ours. */
    holdsAntiForgery: boolean;
    language: Language;
  }
  interface FastifyContextConfig {
    endpoint?: string;
    /** Programs of the operator call it, by their keys. */
    isForKeys?: boolean;
    /** Whether it answers before the house is set up; calls of the contract do not unless it says so, all else does. */
    beforeOpening?: boolean;
    /** False where a call carries its own proof, so that nothing a browser adds counts. */
    antiForgery?: boolean;
    /** What looks after an instance asks it by whatever name leads there, as by its address. */
    anyHost?: boolean;
  }
}

const bodyLimitBytes = 64 * 1024;
const requestTimeoutMs = 30_000;
/** A file may come over a slow line, but not slower than that. */
const leastBytesPerMs = 50;
const longestBodyMs = 300_000;

/** The HTTP side of the product before any room is added: parsing, language, person, forgery check, errors, log. */
export async function openHttp(world: Omit<App, 'http' | 'outbox' | 'jobs' | 'realtime'>): Promise<FastifyInstance> {
  const { config, log } = world;
  const answer = answerErrors(world);
  const secure = securing(config);
  const limit = limitCalls(world);
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // One hop: what stands before the proxy's own entry in X-Forwarded-For is whatever the caller wrote there.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the server stops is answered like everything else.
    return503OnClosing: false,
    http: { headersTimeout: requestTimeoutMs },
    requestTimeout: longestBodyMs,
    // An address that no route can be looked up for never comes to the hooks below.
    frameworkErrors: (error, request, reply) => {
      request.language = languageOf(request, world);
      reply.header('x-request-id', request.id);
      secure(request, reply);
      void answer(error, request, reply);
    },
    routerOptions: { maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  http.setErrorHandler(answer);
  http.decorateRequest('me', null);
  http.decorateRequest('apiKey', null);
  http.decorateRequest('holdsAntiForgery', false);
  http.decorateRequest('language', defaultLanguage);
  await http.register(cookie);
  acceptEmptyJson(http);
  await http.register(formbody, { bodyLimit: bodyLimitBytes });
  http.addHook('onSend', async (request, reply) => {
    secure(request, reply);
    if (needsAntiForgeryCookie(request, reply)) offerAntiForgeryCookie(request, reply, config);
  });
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    endWhenLate(request);
    request.language = languageOf(request, world);
    if (!request.routeOptions.config.anyHost && !isOwnHost(request.headers, config)) throw refuse('http.host');
    if (!isCanonical(request.url)) throw refuse('http.malformed', {}, 400);
    const { endpoint, antiForgery = true } = request.routeOptions.config;
    if (!world.house.isOpen() && waitsForOpening(request)) throw refuse('house.not_open');
    if (antiForgery) checkAntiForgery(request, config);
    if (endpoint === undefined) return;
    await recognise(world, request);
    if (isCounted(request)) await limit(request);
  });
  http.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint ?? request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    world.metrics.requests.observe({ endpoint, status: String(status) }, reply.elapsedTime / 1000);
    // A busy server refuses, as does one that shuts down: only a defect is an error.
    log[status === 500 ? 'error' : 'info'](
      { requestId: request.id, method: request.method, endpoint, status, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
  return http;
}

/**
 * Sockets ask often who may hear what, and programs of the operator are busy: these have limits of their own. A key that
 * may not be used from here, or for this, is nobody.
 */
const isCounted = ({ apiKey, routeOptions: { config } }: FastifyRequest) =>
  !(config.isForKeys && apiKey?.isFromHere) &&
  config.endpoint !== undefined &&
  !/^(realtime|platform)\./.test(config.endpoint);

/**
 * A program that never loads a page gets the cookie with its first answer, so that its next call can repeat it. What a
 * cache may keep for others carries none; nor do calls that go by no cookie.
 */
function needsAntiForgeryCookie({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const { endpoint, isForKeys, antiForgery = true } = routeOptions.config;
  const isPrivate = /no-store/.test(String(reply.getHeader('cache-control')));
  return endpoint !== undefined && !isForKeys && antiForgery && isPrivate;
}

/**
 * Nobody may hold a connection, and with it a shutdown, by a request that never ends: it has as long as the largest
 * body that its route takes may need.
 */
function endWhenLate({ raw, routeOptions }: FastifyRequest): void {
  if (raw.complete) return;
  const mayTakeMs = requestTimeoutMs + (routeOptions.bodyLimit ?? bodyLimitBytes) / leastBytesPerMs;
  const timer = setTimeout(() => raw.complete || raw.destroy(), Math.min(mayTakeMs, longestBodyMs));
  raw.once('close', () => clearTimeout(timer));
}

const languageOf = (request: FastifyRequest, { house }: Pick<App, 'house'>) =>
  acceptedLanguage(request.headers['accept-language']) ?? house.value('brand.language');

/** A call without fields may come with JSON announced and nothing sent. Text is no body of ours. */
function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser(['application/json', 'text/plain']);
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, String(body), done),
  );
}

/** Every call but those of the set-up, and what programs of the operator tell sockets; pages, texts and health do not wait. */
function waitsForOpening({ routeOptions }: FastifyRequest): boolean {
  const { endpoint, beforeOpening = endpoint === undefined } = routeOptions.config;
  return !beforeOpening;
}

/** Finds out who calls by what he bears: a person by his session, or a program of the operator by its key. */
async function recognise(world: World, request: FastifyRequest): Promise<void> {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !bearer) return;
  if (meansApiKey(bearer)) request.apiKey = await findApiKey(world, bearer, request.ip);
  else request.me = await findPerson(world, request, bearer);
}

type World = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'metrics' | 'securityLog'>;

/** These work with a half of a session that is over. */
const beforeRenewal = new Set(['auth.renew_session', 'auth.logout']);

/** @throws Refusal `auth.renewal_due`, before anything of the call has had an effect */
async function findPerson(world: World, request: FastifyRequest, bearer: string): Promise<Client | null> {
  const { endpoint = '' } = request.routeOptions.config;
  const isUse = !endpoint.startsWith('realtime.');
  const shown = { bearer, binding: readBinding(request), device: deviceOf(request), isUse };
  const found = await findClient(world, shown);
  if (found.why === 'renewal_due' && !beforeRenewal.has(endpoint))
    throw refuse('auth.renewal_due', { challenge: found.challenge });
  if (found.why === 'elsewhere') world.securityLog.note(refuse('auth.elsewhere'), request, { id: found.clientId });
  return found.client;
}

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The last route: what no room took. `page` answers for everything that is not a call or a file, where there are pages. */
export function answerTheRest(http: FastifyInstance, page?: Page): void {
  http.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && !meansCall(request.url) && !namesFile(request.url);
    if (!page || !wantsPage) throw notFound();
    return page(request, reply);
  });
}

/** Whether an address that no route has is that of a call that there is not, as against a screen. It opens and guards nothing. */
const meansCall = (url: string) => /^\/(api|pusher)\//.test(url);

/** Whether an address ends as a file's name does. A token may hold dots, but its parts are longer; a query may hold any. */
const namesFile = (url: string) => /^[^?]*\.[a-z0-9]{1,12}(\?|$)/i.test(url);
