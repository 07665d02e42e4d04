import dns, { type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { mayAllBeCalled, mayBeOutside } from './ssrf-guard.ts';

/** Why there is no answer: it may not be called, nobody answers, or not in time. */
type OutsideFailure = 'address' | 'connection' | 'timeout';

export type OutsideAnswer =
  | { failure: null; status: number; retryAfter: string | undefined; beginning: string }
  /** `reason` is for people who look into it. */
  | { failure: OutsideFailure; reason: string };

interface OutsideCall {
  headers: Record<string, string>;
  body: Buffer;
  /** For all of it: looking the name up, connecting, and reading of the answer what is wanted. */
  timeoutMs: number;
  /** Lets calls to this very machine through, over http as well; for tests and development. */
  allowLocal: boolean;
  /** So much of the answer is wanted, in bytes; the rest is not read. */
  most: number;
}

const forbidden = 'EACCES';

/** Posts to an address that somebody gave us, and follows nowhere. Never fails: what went wrong is the answer. */
export async function postOutside(address: string, call: OutsideCall): Promise<OutsideAnswer> {
  if (!mayBeOutside(address, call.allowLocal)) return { failure: 'address', reason: 'the address may not be called' };
  try {
    return { failure: null, ...(await post(new URL(address), call)) };
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    const failure = name === 'AbortError' ? 'timeout' : code === forbidden ? 'address' : 'connection';
    return { failure, reason: failure === 'timeout' ? `no answer within ${call.timeoutMs} ms` : message };
  }
}

function post(url: URL, { headers, body, timeoutMs, allowLocal, most }: OutsideCall) {
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise<{ status: number; retryAfter: string | undefined; beginning: string }>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      signal,
      agent: false,
      lookup: lookupOutside(url.protocol, allowLocal),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: said } = response;
      readBeginning(response, most).then(
        (beginning) => resolve({ status, retryAfter: said['retry-after'], beginning }),
        reject,
      );
    });
    request.end(body);
  });
}

/**
 * Looks a name up for a connection, which goes to what was looked at and nowhere else: a name may lead elsewhere the next
 * moment.
 */
const lookupOutside =
  (protocol: string, allowLocal: boolean): LookupFunction =>
  (hostname, options, done) => {
    dns.lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, []);
      const [first] = found;
      if (!first || !mayAllBeCalled(protocol, found, allowLocal))
        return done(Object.assign(new Error('the address is not on the internet'), { code: forbidden }), []);
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };

/** Reads no more than is wanted; an answer without an end is cut off. */
async function readBeginning(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (most > 0) {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= most) break;
    }
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, most).toString('utf8');
}
