import { text } from 'node:stream/consumers';
import { callAgain, type Doing } from './caller.ts';

export interface Load {
  url: string;
  seconds: number;
  /** Ends sooner after so many rounds of all. */
  most?: number | undefined;
  clients: Doing[];
}

/** The milliseconds of each round of calls, and those from the first call to the last answer. */
export interface Measured {
  times: number[];
  lastedMs: number;
}

/**
 * Clients that call at the same time, in a process of its own, so that little of the two cores goes into asking. Reads a `Load`
 * from its input and prints a `Measured`.
 */
const { url, seconds, most = Infinity, clients } = JSON.parse(await text(process.stdin)) as Load;
const startedMs = performance.now();
const until = startedMs + seconds * 1000;
const times: number[] = [];
await Promise.all(
  clients.map((doing) =>
    callAgain(
      url,
      doing,
      () => performance.now() < until && times.length < most,
      (ms) => void times.push(ms),
    ),
  ),
);
const measured: Measured = { times, lastedMs: performance.now() - startedMs };
process.stdout.write(JSON.stringify(measured));
