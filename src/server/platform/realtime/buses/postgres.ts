import pg from 'pg';
import type { Log } from '../../monitoring/log.ts';
import type { Bus } from './bus.ts';

const subjectOfAll = 'atrium_realtime';
const firstPauseMs = 250;
const longestPauseMs = 5000;
/** A notification holds fewer than 8,000 bytes, the mark before a text included. */
const maxBytes = 7980;
const batch = 100;
/** A server that takes longer to respond counts as lost. */
const responseMs = 3000;
/** A connection with this many waiting counts as lost. */
const maxWaiting = 10_000;

/**
 * LISTEN and NOTIFY on one connection of its own: several would change the order. It must be a session of PostgreSQL,
 * not one of a pooler that lends transactions.
 */
export function postgresBus(url: string, log: Pick<Log, 'warn' | 'info'>): Bus {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isUp = false;
  let isStopped = false;
  let isSending = false;
  let failures = 0;
  let sent = 0;
  const waiting: { text: string; left: () => void }[] = [];
  let received: (text: string) => void = () => {};
  let isBack: () => void = () => {};

  function clearWaiting(): void {
    for (const { left } of waiting.splice(0)) left();
  }

  /** Both `error` and `end` follow a lost connection; the first of them reconnects, the other finds nothing to do. */
  function lost(own: pg.Client, reason: string): void {
    if (client !== own || isStopped) return;
    client = undefined;
    isUp = false;
    clearWaiting();
    if (failures === 0) log.warn({ reason }, 'the realtime bus is down');
    failures += 1;
    void own.end().catch(() => {});
    timer = setTimeout(connect, Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 6))).unref();
  }

  function connect(): void {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'atrium realtime',
      connectionTimeoutMillis: 5000,
      query_timeout: responseMs,
      keepAlive: true,
    });
    client = own;
    own.on('error', (error) => lost(own, error.message));
    own.on('end', () => lost(own, 'the connection ended'));
    own.on('notification', ({ payload = '' }) => received(payload.slice(payload.indexOf(' ') + 1)));
    listen(own).catch((error: unknown) => lost(own, error instanceof Error ? error.message : String(error)));
  }

  async function listen(own: pg.Client): Promise<void> {
    await own.connect();
    // A notification stores nothing, so it need not wait for the disk.
    await own.query('set synchronous_commit = off');
    await own.query(`listen ${subjectOfAll}`);
    isUp = true;
    if (failures > 0) {
      log.info({}, 'the realtime bus is back');
      isBack();
    }
    failures = 0;
  }

  /** What comes while one statement is under way leaves in the next, in its order. */
  async function send(own: pg.Client): Promise<void> {
    isSending = true;
    try {
      while (waiting.length > 0) {
        const leaving = waiting.splice(0, batch);
        await own
          .query(
            'select pg_notify($1, text) from unnest($2::text[]) with ordinality told (text, place) order by place',
            [subjectOfAll, leaving.map(({ text }) => text)],
          )
          .finally(() => leaving.forEach(({ left }) => left()));
      }
    } catch (error) {
      lost(own, error instanceof Error ? error.message : String(error));
    } finally {
      isSending = false;
    }
  }

  return {
    name: 'postgres',
    start(onMessage, onBack) {
      received = onMessage;
      isBack = onBack;
      connect();
    },
    async publish(_, text) {
      if (!client || !isUp) return;
      if (Buffer.byteLength(text) > maxBytes) return log.warn({}, 'an event was too large for the realtime bus');
      if (waiting.length >= maxWaiting) return lost(client, 'it takes nothing');
      // PostgreSQL drops a notification with the same text in one statement, hence the mark.
      const marked = `${(sent += 1).toString(36)} ${text}`;
      const gone = new Promise<void>((left) => waiting.push({ text: marked, left }));
      if (!isSending) void send(client);
      await gone;
    },
    join() {},
    leave() {},
    isUp: () => isUp,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
      clearWaiting();
    },
  };
}
