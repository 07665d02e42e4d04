import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * No inline script, no inline style, no eval, no foreign host; Trusted Types with no policy at all, so that no string
 * can become markup. A page that needs less strictness (a mail shown in a frame) sets its own header first.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export function setSecurityHeaders(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => secure(request, reply));
}

/** Adds to an answer what it does not say itself. */
export function secure(request: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
}
