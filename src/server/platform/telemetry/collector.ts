import { exchange } from '../outbound/exchange.ts';
import { outsideSpans } from './trace.ts';

export type Signal = 'traces' | 'metrics' | 'logs';

export interface Collector {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** `later`: it may be accepted when it is sent again. `refused`: never, as it stands. */
export type Delivery = { is: 'taken' | 'refused' } | { is: 'later'; inMs: number | undefined };

const timeoutMs = 10_000;
const connectMs = 3000;
/** The answer says how much of it was rejected; nothing follows from that. */
const maxAnswerBytes = 64 * 1024;
/** What OTLP says to send again. */
const temporary = new Set([429, 502, 503, 504]);

/** Sends one body. Never throws, and takes no longer than `withinMs`. */
export async function deliver(
  { url, headers }: Collector,
  signal: Signal,
  body: object,
  withinMs = timeoutMs,
): Promise<Delivery> {
  const answer = await outsideSpans(() =>
    exchange(`${url}/v1/${signal}`, {
      method: 'POST',
      headers: { 'user-agent': 'Atrium-Telemetry/1', 'content-type': 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(body)),
      connectMs: Math.min(connectMs, withinMs),
      timeoutMs: Math.min(timeoutMs, withinMs),
      maxBytes: maxAnswerBytes,
      // It is the operator's own choice, often a process beside this one.
      allowLocal: true,
      allowOwn: true,
    }),
  );
  if (answer.failure === 'connection' || answer.failure === 'timeout') return { is: 'later', inMs: undefined };
  if (answer.failure !== null) return { is: 'refused' };
  if (temporary.has(answer.status)) return { is: 'later', inMs: waitOf(answer.headers['retry-after']) };
  return { is: answer.status < 300 ? 'taken' : 'refused' };
}

const waitOf = (seconds: string | undefined): number | undefined =>
  seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
