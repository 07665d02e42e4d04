import type { Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import { inMegabytes } from '#contract/kernel/file-rules.ts';
import { api, type Api, type EndpointName } from '#contract/api.ts';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { handle, type Call } from '../http/handle.ts';

/** Binds a handler to an endpoint whose body is a file, as application/octet-stream: it reads the bytes as they come. */
export function handleBytes<Name extends EndpointName>(
  app: App,
  name: Name,
  action: (call: Call<Api[Name]>, content: AsyncIterable<Buffer>) => Promise<ResponseBody<Api[Name]>>,
): void {
  // A body that is a file is not parsed, and only here is such a body accepted.
  void app.http.register(async (http) => {
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('application/octet-stream', (_request, _content, done) => done(null));
    handle({ ...app, http }, name, (call) => action(call, limitTo(contentOf(call.request), limitOf(name))));
  });
}

const limitOf = (name: EndpointName): number => {
  const { bodyLimit } = api[name] as { bodyLimit?: number };
  if (bodyLimit === undefined) throw new Error(`${name} does not say how many bytes it takes`);
  return bodyLimit;
};

/** @throws Refusal `files.too_large` as soon as there are more */
export async function* limitTo(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of content) {
    bytes += part.length;
    if (bytes > maxBytes) throw refuse('files.too_large', { megabytes: inMegabytes(maxBytes) });
    yield part;
  }
}

/**
 * The bytes as they come. The connection stays whole when they are refused half-way, so that the refusal arrives.
 * @throws Refusal `http.malformed` when they end before they are all there
 */
async function* contentOf({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    for await (const part of raw.iterator({ destroyOnReturn: false })) yield part as Buffer;
  } catch {
    throw refuse('http.malformed');
  } finally {
    // What is left of a refused body is thrown away: otherwise the next call on this connection would wait behind it.
    raw.resume();
  }
}

/** The bytes of a file as they come, counted into a hash. */
export async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of content) {
    hash.update(part);
    yield part;
  }
}
