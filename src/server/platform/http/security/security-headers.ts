import type { FastifyReply, FastifyRequest } from 'fastify';
import { workerPolicy } from '#contract/kernel/worker.ts';
import type { Config } from '../../config/config.ts';
import { lastOf } from '../forwarded.ts';
import { reportDirectives, reportingEndpoints } from './csp-reports.ts';

/**
 * No inline script, no inline style, no eval, no foreign host; Trusted Types with a single policy, which allows only
 * the addresses of our workers, so that no string can become markup. A page that needs less strictness (an email shown
 * in a frame) sets its own header first.
 */
const contentSecurityPolicy = (
  formTargets: readonly string[],
  frames: readonly string[],
  connections: readonly string[],
) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connections.join(' ')}`,
    "manifest-src 'self'",
    `frame-src ${frames.join(' ')}`,
    `form-action ${formTargets.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${workerPolicy}`,
    ...Object.entries(reportDirectives).map(([name, values]) => `${name} ${values.join(' ')}`),
  ].join('; ');

const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'reporting-endpoints': reportingEndpoints,
};

/** A trading platform elsewhere may take its sign-in as a form; no other host takes any. */
function formTargetsOf({ remotePlatform }: Config): string[] {
  return remotePlatform?.signIn === 'form' ? ["'self'", new URL(remotePlatform.url).origin] : ["'self'"];
}

/** The host of a ticker widget may be shown in a frame; no other host may. */
function framesOf({ tickerWidget }: Config): string[] {
  return ["'self'", 'blob:', ...(tickerWidget ? [new URL(tickerWidget).origin] : [])];
}

/** Sockets go to ourselves, by `'self'`, or to the provider of realtime. */
function connectionsOf({ realtime: { provider, browserHost } }: Config): string[] {
  const scheme = provider?.scheme === 'https' ? 'wss' : 'ws';
  return ["'self'", ...(provider ? [`${scheme}://${browserHost}:${provider.port}`] : [])];
}

/** Without a route lookup, Fastify has not read the proxy's header, so it is read here. */
function isSecure({ protocol, headers, raw }: FastifyRequest, { isProxy }: Config): boolean {
  return (
    protocol === 'https' || (isProxy(raw.socket.remoteAddress) && lastOf(headers['x-forwarded-proto']) === 'https')
  );
}

/** Returns the function that adds the headers that a response does not set itself. */
export function securing(config: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const policy = contentSecurityPolicy(formTargetsOf(config), framesOf(config), connectionsOf(config));
  const all = { 'content-security-policy': policy, ...headers };
  return (request, reply) => {
    // A refusal of such a page has no policy of its own, so no site may frame it.
    const isFramed = reply.hasHeader('content-security-policy') && request.routeOptions.config.mayBeFramed;
    for (const [name, value] of Object.entries(all))
      if (!reply.hasHeader(name) && !(isFramed && name === 'x-frame-options')) reply.header(name, value);
    if (isSecure(request, config)) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
  };
}
