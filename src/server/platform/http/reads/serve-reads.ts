import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { clockHeader } from '#contract/kernel/constants.ts';
import type { App } from '../../app.ts';
import { handle } from '../handle.ts';
import { partHeaders } from './part.ts';

interface Part {
  call: string;
  body?: object | undefined;
}

/** What belongs to the call as a whole, or makes a call another one. */
const ofWhole = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-platform-session',
]);
/** What a page reads of the headers of a response. */
const answered = ['content-type', 'retry-after', clockHeader];

/**
 * Several reads in one call. Each is a request of its own with the caller's own headers and address: session, guard,
 * limits, schemas, refusals and log are those of the same call alone, and one that fails leaves the others. Each
 * leaves as soon as it is answered, so that the slowest holds back none.
 */
export function serveReads(app: App): void {
  handle(app, 'reads.together', async ({ request, reply, body: { reads } }) => {
    // A proxy that gathers the response would hold back what is answered.
    reply.header('content-type', 'text/plain; charset=utf-8').header('x-accel-buffering', 'no');
    const works = reads.map((part, at) =>
      read(app, request, part, at).catch((error: unknown) => {
        app.log.error({ err: error, requestId: request.id }, 'a read of several could not be made');
        return '';
      }),
    );
    return Readable.from(asTheyCome(works)) as unknown as string;
  });
}

async function* asTheyCome(works: Promise<string>[]): AsyncGenerator<string> {
  const left = new Map(works.map((work, at) => [at, work.then((text) => ({ at, text }))]));
  while (left.size > 0) {
    const { at, text } = await Promise.race(left.values());
    left.delete(at);
    yield text;
  }
}

async function read({ http }: App, request: FastifyRequest, { call, body }: Part, at: number): Promise<string> {
  const [method, url] = call.split(' ') as ['GET' | 'POST', string];
  const own = Object.entries(request.headers).filter(([name, value]) => value !== undefined && !ofWhole.has(name));
  const { statusCode, headers, payload } = await http.inject({
    method,
    url,
    remoteAddress: request.raw.socket.remoteAddress ?? '0.0.0.0',
    headers: { ...Object.fromEntries(own), ...(body && { 'content-type': 'application/json' }), ...partHeaders },
    ...(body && { payload: JSON.stringify(body) }),
  });
  const shown = Object.fromEntries(answered.map((name) => [name, headers[name]]));
  return `${JSON.stringify({ at, status: statusCode, headers: shown })}\n${payload}\n`;
}
