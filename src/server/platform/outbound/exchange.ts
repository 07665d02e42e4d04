import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { forbidden, lookupOutbound } from './http.ts';
import { mayBeCalled } from './ssrf-guard.ts';
import { tracedCall } from '../telemetry/call-span.ts';

/** A call whose whole answer is needed. */
export interface Exchange {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  connectMs: number;
  /** For all of it. */
  timeoutMs: number;
  maxBytes: number;
  /** Lets calls to this very machine through: in a demo and in tests. */
  allowLocal: boolean;
  /** Lets calls into the operator's own network through. */
  allowOwn: boolean;
}

export type ExchangeAnswer =
  | { failure: null; status: number; headers: Record<string, string>; body: Buffer }
  /** `sent`: the other side may have received it. */
  | { failure: 'address' | 'connection' | 'timeout' | 'too_large' | 'redirect'; reason: string; sent: boolean };

/** Ends a call for a reason of ours. */
class Ended extends Error {
  readonly failure: 'timeout' | 'too_large';
  constructor(failure: 'timeout' | 'too_large', message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Calls an address and reads the whole answer; a redirect is a failure. Never throws. */
export const exchange = (address: string, how: Exchange): Promise<ExchangeAnswer> =>
  tracedCall(how.method, address, () => call(address, how));

async function call(address: string, how: Exchange): Promise<ExchangeAnswer> {
  if (!mayBeCalled(address, how.allowLocal, how.allowOwn))
    return { failure: 'address', reason: 'the address may not be called', sent: false };
  const sending = { sent: false };
  try {
    const answer = await send(new URL(address), how, sending);
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304)
      return { failure: 'redirect', reason: `status ${answer.status}`, sent: true };
    return { failure: null, ...answer };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const failure = error instanceof Ended ? error.failure : code === forbidden ? 'address' : 'connection';
    return { failure, reason: message || String(code), ...sending };
  }
}

type Answered = { status: number; headers: Record<string, string>; body: Buffer };

function send(url: URL, how: Exchange, sending: { sent: boolean }): Promise<Answered> {
  const isEncrypted = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isEncrypted ? requestHttps : requestHttp)(url, {
      method: how.method,
      headers: { ...how.headers, ...(how.body && { 'content-length': String(how.body.length) }) },
      agent: false,
      lookup: lookupOutbound(url.protocol, how.allowLocal, { allowOwn: how.allowOwn }),
    });
    const timers = [
      setTimeout(() => request.destroy(new Ended('timeout', `no answer within ${how.timeoutMs} ms`)), how.timeoutMs),
      limitConnecting(request, isEncrypted, how.connectMs, sending),
    ];
    request.on('close', () => timers.forEach((timer) => clearTimeout(timer)));
    request.on('error', reject);
    request.on('response', (response) => void readAll(response, how.maxBytes).then(resolve, reject));
    request.end(how.body ?? undefined);
  });
}

/** Nothing is sent before the connection stands. */
function limitConnecting(request: ClientRequest, isEncrypted: boolean, connectMs: number, sending: { sent: boolean }) {
  const timer = setTimeout(
    () => request.destroy(new Ended('timeout', `no connection within ${connectMs} ms`)),
    connectMs,
  );
  request.on('socket', (socket) =>
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      sending.sent = true;
      clearTimeout(timer);
    }),
  );
  return timer;
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Answered> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) {
      response.destroy();
      throw new Ended('too_large', `more than ${maxBytes} bytes`);
    }
    chunks.push(chunk as Buffer);
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return { status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
}
