import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The second half of a session, which no script can read. With https its name's prefix makes the browser enforce that
 * it came from this very host over a secure connection.
 */
const nameFor = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-session-binding' : 'session-binding';

export function readBinding(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request)];
}

/** @param maxAgeS undefined for a cookie that ends with the browser */
export function setBinding(
  request: FastifyRequest,
  reply: FastifyReply,
  binding: string,
  maxAgeS: number | undefined,
): void {
  reply.setCookie(nameFor(request), binding, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    ...(maxAgeS === undefined ? {} : { maxAge: maxAgeS }),
  });
}

export function clearBinding(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), { path: '/', secure: request.protocol === 'https' });
}
