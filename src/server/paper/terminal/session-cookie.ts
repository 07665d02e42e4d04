import type { FastifyReply, FastifyRequest } from 'fastify';

/** The second half of a terminal's session, apart from the one of the client area. */
const nameFor = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-terminal-binding' : 'terminal-binding';

export function readTerminalBinding(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request)];
}

/** It ends with the browser, or with the session. */
export function setTerminalBinding(request: FastifyRequest, reply: FastifyReply, binding: string): void {
  reply.setCookie(nameFor(request), binding, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  });
}
