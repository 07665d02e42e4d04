import dns, { promises, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { mayAllBeCalled, mayBeCalled } from './ssrf-guard.ts';
import { tracedCall } from '../telemetry/call-span.ts';

/** Why there is no response: it may not be called, no connection, or not in time. */
type OutboundFailure = 'address' | 'connection' | 'timeout';

export type OutboundResponse =
  | { failure: null; status: number; retryAfter: string | undefined; start: string }
  /** `reason` is for people who look into it. */
  | { failure: OutboundFailure; reason: string };

interface OutboundRequest {
  headers: Record<string, string>;
  body: Buffer;
  /** For all of it: resolving the name, connecting, and reading the response. */
  timeoutMs: number;
  /** Lets calls to this very machine through, over http as well; for tests and development. */
  allowLocal: boolean;
  /** How many bytes of the response are read. */
  max: number;
}

/** The code of the error when an address may not be called. */
export const forbidden = 'EACCES';

/**
 * Posts to an address that a person gave us, and follows no redirect. Never throws: a failure is part of the result.
 */
export const postOutbound = (address: string, call: OutboundRequest): Promise<OutboundResponse> =>
  tracedCall('POST', address, () => postTo(address, call));

async function postTo(address: string, call: OutboundRequest): Promise<OutboundResponse> {
  if (!mayBeCalled(address, call.allowLocal)) return { failure: 'address', reason: 'the address may not be called' };
  try {
    return { failure: null, ...(await post(new URL(address), call)) };
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    const failure = name === 'AbortError' ? 'timeout' : code === forbidden ? 'address' : 'connection';
    return { failure, reason: failure === 'timeout' ? `no answer within ${call.timeoutMs} ms` : message };
  }
}

function post(url: URL, { headers, body, timeoutMs, allowLocal, max }: OutboundRequest) {
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise<{ status: number; retryAfter: string | undefined; start: string }>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      signal,
      agent: false,
      lookup: lookupOutbound(url.protocol, allowLocal, { find: allowLocal ? findAny : findPublic }),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: text } = response;
      readStart(response, max).then((start) => resolve({ status, retryAfter: text['retry-after'], start }), reject);
    });
    request.end(body);
  });
}

type Find = (hostname: string, done: (error: Error | null, found: LookupAddress[]) => void) => void;

/** As this machine resolves names: by its files and its name servers. */
const findAny: Find = (hostname, done) => dns.lookup(hostname, { all: true }, done);

/** Asks the name servers of this machine, for two seconds each. */
export const resolver = new promises.Resolver({ timeout: 2000, tries: 1 });

/**
 * By name servers alone, for names that any person may give: `findAny` holds one of few threads until a name server answers,
 * and a name whose servers are silent would stop calls to all other names.
 */
const findPublic: Find = callbackify(async (hostname: string): Promise<LookupAddress[]> => {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason as Error;
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
});

/**
 * Resolves a name for a connection, which goes to the checked address and nowhere else: a name may resolve differently
 * the next moment.
 */
export const lookupOutbound =
  (protocol: string, allowLocal: boolean, { allowOwn = false, find = findAny } = {}): LookupFunction =>
  (hostname, options, done) => {
    find(hostname, (error, found) => {
      if (error) return done(error, []);
      const [first] = found;
      if (!first || !mayAllBeCalled(protocol, found, allowLocal, allowOwn))
        return done(Object.assign(new Error('the address is not on the internet'), { code: forbidden }), []);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };

/** Reads at most `max` bytes; an endless response is cut off. */
async function readStart(response: IncomingMessage, max: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (max > 0) {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= max) break;
    }
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, max).toString('utf8');
}
