import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stored } from '#contract/kernel/constants.ts';
import type { Config } from '../../config/config.ts';
import { refuse } from '../../refusal.ts';
import { equalSecrets, sign } from '../../secrets/token.ts';

/**
 * Signed double submit: the cookie can be read by our own pages only, and its signature prevents a neighbour subdomain
 * from planting one. In addition, a request is refused if the browser itself says that it comes from elsewhere.
 */
export function checkAntiForgery(request: FastifyRequest, config: Config): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  checkOrigin(request, config);
  if (!request.headers.cookie) return;
  const cookie = request.cookies[stored.antiForgeryCookie];
  const header = request.headers[stored.antiForgeryHeader.toLowerCase()];
  if (!cookie || typeof header !== 'string' || !equalSecrets(cookie, header) || !isOurs(cookie, config)) {
    throw refuse('http.anti_forgery');
  }
  request.holdsAntiForgery = true;
}

function checkOrigin(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site') throw refuse('http.origin');
  if (origin === undefined) return;
  const own = [new URL(config.appUrl).origin, `${request.protocol}://${request.host}`];
  if (!own.includes(origin)) throw refuse('http.origin');
}

function isOurs(cookie: string, config: Config): boolean {
  const [nonce = '', signature = ''] = cookie.split('.');
  return equalSecrets(signature, sign(config.appSecret, 'anti-forgery', nonce));
}

/** Sets the cookie with a page or a response, unless the browser has a valid one. */
export function offerAntiForgeryCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  if (request.holdsAntiForgery) return;
  const present = request.cookies[stored.antiForgeryCookie];
  if (present && isOurs(present, config)) return;
  const nonce = randomBytes(24).toString('base64url');
  const value = `${nonce}.${sign(config.appSecret, 'anti-forgery', nonce)}`;
  reply.setCookie(stored.antiForgeryCookie, value, {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    httpOnly: false,
  });
}
