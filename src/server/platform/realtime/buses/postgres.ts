import type pg from 'pg';
import { createListener } from '../../db/listener.ts';
import type { Log } from '../../monitoring/log.ts';
import type { Bus } from './bus.ts';

const subjectOfAll = 'atrium_realtime';
/** A notification holds fewer than 8,000 bytes, the mark before a text included. */
const maxBytes = 7980;
const batch = 100;
/** A connection with this many waiting counts as lost. */
const maxWaiting = 10_000;

/** LISTEN and NOTIFY on one session: several would change the order. */
export function postgresBus(url: string, log: Pick<Log, 'warn' | 'info'>): Bus {
  let isSending = false;
  let sent = 0;
  const waiting: { text: string; left: () => void }[] = [];
  let received: (text: string) => void = () => {};
  let isBack: () => void = () => {};

  function clearWaiting(): void {
    for (const { left } of waiting.splice(0)) left();
  }

  const listener = createListener({
    connection: { connectionString: url, application_name: 'atrium realtime', connectionTimeoutMillis: 5000 },
    channel: subjectOfAll,
    onNotice: (payload) => received(payload.slice(payload.indexOf(' ') + 1)),
    onUp(wasLost) {
      if (!wasLost) return;
      log.info({}, 'the realtime bus is back');
      isBack();
    },
    onLost(reason, isFirst) {
      clearWaiting();
      if (isFirst) log.warn({ reason }, 'the realtime bus is down');
    },
  });

  /** What comes while one statement is under way leaves in the next, in its order. */
  async function send(session: pg.Client): Promise<void> {
    isSending = true;
    try {
      while (waiting.length > 0) {
        const leaving = waiting.splice(0, batch);
        await session
          .query(
            'select pg_notify($1, text) from unnest($2::text[]) with ordinality told (text, place) order by place',
            [subjectOfAll, leaving.map(({ text }) => text)],
          )
          .finally(() => leaving.forEach(({ left }) => left()));
      }
    } catch (error) {
      listener.lose(session, error instanceof Error ? error.message : String(error));
    } finally {
      isSending = false;
    }
  }

  return {
    name: 'postgres',
    start(onMessage, onBack) {
      received = onMessage;
      isBack = onBack;
      listener.start();
    },
    async publish(_, text) {
      const session = listener.session();
      if (!session) return;
      if (Buffer.byteLength(text) > maxBytes) return log.warn({}, 'an event was too large for the realtime bus');
      if (waiting.length >= maxWaiting) return listener.lose(session, 'it takes nothing');
      // PostgreSQL drops a notification with the same text in one statement, hence the mark.
      const marked = `${(sent += 1).toString(36)} ${text}`;
      const gone = new Promise<void>((left) => waiting.push({ text: marked, left }));
      if (!isSending) void send(session);
      await gone;
    },
    join() {},
    leave() {},
    isUp: listener.isUp,
    async stop() {
      await listener.stop();
      clearWaiting();
    },
  };
}
