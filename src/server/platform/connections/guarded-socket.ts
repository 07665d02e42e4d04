import { connect, type Socket } from 'node:net';
import { forbidden, lookupOutbound } from '../outbound/http.ts';
import { mayBeCalled } from '../outbound/ssrf-guard.ts';
import type { Guards, OutgoingFailure, Purpose } from './guarded-fetch.ts';
import type { Outcome } from './outcome.ts';

/** A conversation with a provider that speaks a protocol of its own, encrypted by itself, such as SFTP. */
export interface Conversation extends Purpose {
  host: string;
  port: number;
  /** For the journal, such as `PUT` and the path. */
  method: string;
  path: string;
  /** For all of it. */
  timeoutMs: number;
}

/** Nothing was said to the provider, or the conversation broke off; then it is not known what became of it. */
class ConversationFailed extends Error {
  readonly failure: OutgoingFailure;
  readonly begun: boolean;
  constructor(failure: OutgoingFailure, reason: string, begun: boolean) {
    super(reason);
    this.failure = failure;
    this.begun = begun;
  }
}

/**
 * Opens a socket to a host of the connection, by the guard of outgoing calls, and closes it after `act`. The journal gets a
 * row. What `act` throws is `unknown`, and what kept the socket from being opened is refused for now.
 */
export type GuardedSocket = <T>(
  about: Conversation,
  act: (socket: Socket) => Promise<Outcome<T>>,
) => Promise<Outcome<T>>;

const connectMs = 3000;
/** Without a byte from the other side. */
const silenceMs = 15_000;

export function guardSocket({
  hosts,
  breaker,
  now,
  note,
  allowLocal,
  allowOwn,
}: Omit<Guards, 'secrets'>): GuardedSocket {
  return async ({ purpose, ref, host, port, method, path, timeoutMs }, act) => {
    const began = performance.now();
    const address = `${host}:${port}`;
    const ended = await converse().catch((error: unknown) => failureOf(error));
    const failure = 'failure' in ended ? ended.failure : null;
    await note({
      purpose: purpose.slice(0, 60),
      ref: ref?.slice(0, 80) ?? null,
      method,
      host: address,
      path: path.slice(0, 300),
      status: failure === null ? 0 : null,
      failure,
      expected: false,
      durationMs: Math.round(performance.now() - began),
    });
    return ended.outcome;

    async function converse() {
      if (!hosts.includes(address) || !mayBeCalled(`https://${address}`, allowLocal, allowOwn))
        throw new ConversationFailed('address', 'the address may not be called', false);
      if (!breaker.admits(now()))
        throw new ConversationFailed('open', 'calls are paused, because most of the last ones failed', false);
      try {
        const socket = await openSocket(host, port);
        const timer = setTimeout(
          () => socket.destroy(new ConversationFailed('timeout', `no end within ${timeoutMs} ms`, true)),
          timeoutMs,
        );
        socket.setTimeout(silenceMs, () =>
          socket.destroy(new ConversationFailed('timeout', `no answer within ${silenceMs} ms`, true)),
        );
        try {
          const outcome = await act(socket);
          breaker.report(outcome.kind !== 'unknown', now());
          return outcome.kind === 'done' ? { outcome } : { outcome, failure: 'connection' as const };
        } finally {
          clearTimeout(timer);
          socket.destroy();
        }
      } catch (error) {
        breaker.report(false, now());
        throw error;
      }
    }
  };

  function openSocket(host: string, port: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, lookup: lookupOutbound('https:', allowLocal, { allowOwn }) });
      const timer = setTimeout(
        () => socket.destroy(new ConversationFailed('timeout', `no connection within ${connectMs} ms`, false)),
        connectMs,
      );
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        const failure = error.code === forbidden ? 'address' : 'connection';
        reject(error instanceof ConversationFailed ? error : new ConversationFailed(failure, error.message, false));
      };
      socket.once('error', fail);
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.off('error', fail);
        // `act` finds the socket closed. Without a listener the error would end the process.
        socket.on('error', () => {});
        resolve(socket);
      });
    });
  }
}

function failureOf(error: unknown): { outcome: Exclude<Outcome<never>, { kind: 'done' }>; failure: OutgoingFailure } {
  if (error instanceof ConversationFailed && !error.begun) {
    const { failure, message } = error;
    return { failure, outcome: { kind: 'refused', code: failure, text: message, again: 'later' } };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const failure = error instanceof ConversationFailed ? error.failure : 'connection';
  return { failure, outcome: { kind: 'unknown', detail: reason } };
}
