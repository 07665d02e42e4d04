import type pg from 'pg';
import { newClient, type ClientConfig } from './connection/client.ts';

const firstPauseMs = 250;
const longestPauseMs = 5000;
/** A server that takes longer to respond counts as lost. */
const responseMs = 3000;
/** A connection that is half dead shows it only when it is used. */
const checkMs = 60_000;

interface Listening {
  connection: ClientConfig;
  channel: string;
  onNotice: (payload: string) => void;
  /** The connection listens. With `wasLost`, notices may have been missed before. */
  onUp: (wasLost: boolean) => void;
  /** Called once for each lost connection, also for one that never came up. `isFirst` is false while it stays away. */
  onLost: (reason: string, isFirst: boolean) => void;
}

/** One session that listens to one channel of PostgreSQL, and connects again when it is lost. */
export interface Listener {
  start(): void;
  isUp(): boolean;
  /** The session while it listens, for statements that have to leave in order. */
  session(): pg.Client | undefined;
  /** Gives the session up and connects again; nothing happens when `session` is no longer the one in use. */
  lose(session: pg.Client, reason: string): void;
  stop(): Promise<void>;
}

/** It must be a session of PostgreSQL itself, not one of a pooler that lends transactions. */
export function createListener({ connection, channel, onNotice, onUp, onLost }: Listening): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let isUp = false;
  let isStopped = false;
  let failures = 0;

  /** Both `error` and `end` follow a lost connection; the first of them reconnects, the other finds nothing to do. */
  function lose(own: pg.Client, reason: string): void {
    if (client !== own || isStopped) return;
    client = undefined;
    isUp = false;
    clearInterval(check);
    onLost(reason, failures === 0);
    failures += 1;
    void own.end().catch(() => {});
    timer = setTimeout(connect, Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 6))).unref();
  }

  function connect(): void {
    const own = newClient({ ...connection, query_timeout: responseMs, keepAlive: true });
    client = own;
    own.on('error', (error) => lose(own, error.message));
    own.on('end', () => lose(own, 'the connection ended'));
    own.on('notification', ({ payload = '' }) => onNotice(payload));
    listen(own).catch((error: unknown) => lose(own, error instanceof Error ? error.message : String(error)));
  }

  async function listen(own: pg.Client): Promise<void> {
    await own.connect();
    // A notice stores nothing, so that it need not wait for the disk.
    await own.query(`set synchronous_commit = off; listen ${channel}`);
    if (client !== own || isStopped) return;
    isUp = true;
    check = setInterval(
      () => void own.query('select 1 as is_alive').catch((error: Error) => lose(own, error.message)),
      checkMs,
    ).unref();
    const wasLost = failures > 0;
    failures = 0;
    onUp(wasLost);
  }

  return {
    start() {
      if (!client && !timer && !isStopped) connect();
    },
    isUp: () => isUp,
    session: () => (isUp ? client : undefined),
    lose,
    async stop() {
      isStopped = true;
      isUp = false;
      clearTimeout(timer);
      clearInterval(check);
      await client?.end().catch(() => {});
    },
  };
}
