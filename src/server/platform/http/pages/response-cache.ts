import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface Stored {
  tag: string;
  type: string;
  plain: Buffer;
  packed: Buffer;
}

/**
 * Responses that are the same for every caller while the server runs are made and compressed once, by path, and then
 * sent from memory, or answered with "not modified". A query would be another address for the same response, so it is
 * dropped.
 */
export function cacheResponses(http: FastifyInstance): void {
  const stored = new Map<string, Stored>();
  http.addHook('onRequest', async (request, reply) => {
    const [path = '', query] = request.url.split('?', 2);
    if (request.method !== 'GET') return;
    if (query !== undefined) return reply.redirect(path, 308);
    const known = stored.get(path);
    if (known) return reply.send(chosen(known, request, reply));
  });
  http.addHook('onSend', async (request, reply, payload) => {
    const path = request.url;
    if (request.method !== 'GET' || reply.statusCode !== 200 || stored.has(path)) return payload;
    const made = await make(String(reply.getHeader('content-type')), payload);
    stored.set(path, made);
    for (const name of ['last-modified', 'accept-ranges', 'content-length']) reply.removeHeader(name);
    return chosen(made, request, reply);
  });
}

async function make(type: string, payload: unknown): Promise<Stored> {
  const plain =
    typeof payload === 'string' || Buffer.isBuffer(payload)
      ? Buffer.from(payload)
      : await buffer(payload as NodeJS.ReadableStream);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { tag: `"${tag}"`, type, plain, packed: await promisify(gzip)(plain) };
}

/** What of it this caller needs, with its headers set. */
function chosen({ tag, type, plain, packed }: Stored, { headers }: FastifyRequest, reply: FastifyReply): Buffer | null {
  reply.headers({ 'content-type': type, 'cache-control': 'public, no-cache', etag: tag, vary: 'accept-encoding' });
  // Caches that pack on their own make a tag weak.
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(tag)) {
    reply.code(304);
    return null;
  }
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '')) return plain;
  reply.header('content-encoding', 'gzip');
  return packed;
}
