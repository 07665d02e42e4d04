import { exchange } from '../outbound/exchange.ts';
import type { Breaker } from './breaker.ts';
import { credentialsOf, hideInBytes, hideInText } from './hide-secrets.ts';

/** What a call is for, as the journal of calls names it. */
export interface Purpose {
  /** Such as `create session`. */
  purpose: string;
  /** Our reference of what it is about. */
  ref: string | null;
  /** A status that is an answer as well, such as 404 of what is looked up: it is no failure of the connection. */
  expects?: number;
}

export interface OutgoingCall extends Purpose {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** For the whole answer; 15 seconds at most, which is also the default. */
  timeoutMs?: number;
}

/**
 * `address`: it may not be called. `open`: the circuit breaker lets no call through. `too_large`: more than 5 MB.
 * `redirect`: it leads elsewhere, where our credentials do not go.
 */
export type OutgoingFailure = 'address' | 'open' | 'connection' | 'timeout' | 'too_large' | 'redirect';

export type OutgoingAnswer =
  | { failure: null; status: number; headers: Readonly<Record<string, string>>; body: Buffer }
  /** `sent`: something may have reached the provider, so the outcome is unknown; otherwise nothing left this machine. */
  | { failure: OutgoingFailure; reason: string; sent: boolean };

/** Calls a provider: only hosts of the connection, by the guard of outgoing calls, with a row in the journal. Never throws. */
export type GuardedFetch = (call: OutgoingCall) => Promise<OutgoingAnswer>;

/** A call as the journal keeps it: neither headers nor bodies nor the query. */
export interface JournalEntry extends Omit<Purpose, 'expects'> {
  method: string;
  host: string;
  path: string;
  status: number | null;
  failure: OutgoingFailure | null;
  /** The status is one that the call expects. */
  expected: boolean;
  durationMs: number;
}

/** What a connection may call, and how. */
interface Reach {
  /** Names as in a URL, with a port where it is not the usual one. */
  hosts: readonly string[];
  allowLocal: boolean;
  allowOwn: boolean;
}

export interface Guards extends Reach {
  /** Taken out of the path in the journal, and of answers that repeat them, whose texts are stored and shown. */
  secrets: readonly string[];
  breaker: Breaker;
  now(): Date;
  note(entry: JournalEntry): Promise<void>;
}

const longestMs = 15_000;
const connectMs = 3000;
const maxBytes = 5 * 1024 * 1024;

/** The one way in which adapters reach their providers. */
export function guardFetch({ hosts, secrets, breaker, now, note, ...reach }: Guards): GuardedFetch {
  return async (call) => {
    const began = performance.now();
    const answer = await tryCall(call);
    const status = answer.failure === null ? answer.status : null;
    const { host, pathname } = URL.canParse(call.url) ? new URL(call.url) : { host: '', pathname: '' };
    await note({
      purpose: call.purpose.slice(0, 60),
      ref: call.ref?.slice(0, 80) ?? null,
      method: call.method,
      host,
      path: hideInText(secrets, pathname).slice(0, 300),
      status,
      failure: answer.failure,
      expected: status !== null && status === call.expects,
      durationMs: Math.round(performance.now() - began),
    });
    return answer;
  };

  async function tryCall({
    url,
    method,
    headers = {},
    body,
    timeoutMs,
    expects,
  }: OutgoingCall): Promise<OutgoingAnswer> {
    if (!URL.canParse(url) || !hosts.includes(new URL(url).host))
      return { failure: 'address', reason: 'the host is not one of this connection', sent: false };
    if (!breaker.admits(now()))
      return { failure: 'open', reason: 'calls are paused, because most of the last ones failed', sent: false };
    const answer = await exchange(url, {
      ...reach,
      method,
      headers: { 'user-agent': 'Atrium-Connections/1', ...headers },
      body: body === undefined ? null : Buffer.from(body),
      connectMs,
      timeoutMs: Math.min(timeoutMs ?? longestMs, longestMs),
      maxBytes,
    });
    breaker.report(answer.failure === null && (answer.status === expects || !isFailure(answer.status)), now());
    if (answer.failure !== null) return answer;
    return { ...answer, body: hideInBytes([...credentialsOf(headers), ...secrets], answer.body) };
  }
}

/** Of the connection: its provider is down or counts our calls, or no longer takes its key. */
const isFailure = (status: number): boolean => status >= 500 || status === 401 || status === 403 || status === 429;

/** The same for packages of providers that take a `fetch`. */
export const fetchBy =
  (http: GuardedFetch, purpose: Purpose): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const answer = await http({
      ...purpose,
      method: request.method as OutgoingCall['method'],
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(body.length > 0 && { body }),
    });
    if (answer.failure !== null) throw new TypeError(answer.reason, { cause: answer });
    const { status, headers } = answer;
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(answer.body), { status, headers });
  };
