import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicEvent } from '#contract/operator/event-names.ts';
import type { App } from '#server/platform/app.ts';
import { followTopic } from '#server/platform/db/follow-topic.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseUntil } from '#server/platform/refusal.ts';
import { findApiKey, type ApiKey } from '#server/platform/secrets/api-key.ts';
import { payloadOf, type EventRow } from '../webhooks/event-row.ts';

const pageSize = 200;
/** Proxies close a connection on which nothing comes; many after a minute. */
const beatMs = 15_000;
/** A reader that was cut off comes back so soon. */
const retryMs = 2000;
/** How long a key may have ended before its stream ends with the next event; a change of a key ends it at once. */
const checkEveryMs = 60_000;
const mostOfKey = 5;
const mostPages = 100;
const pollMs = 2000;

const type = 'text/event-stream';

/** Whether the caller wants events as they come, as against a page of them. */
export const wantsStream = ({ headers }: FastifyRequest): boolean => headers.accept?.includes(type) ?? false;

interface Wanted {
  query: { after: string; type?: PublicEvent | undefined };
  program: ApiKey;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Resolves when something may be new, or a stream has to show that it lives, or ends. */
interface News {
  promise: Promise<void>;
  tell: () => void;
}

function nextNews(): News {
  let tell = () => {};
  const promise = new Promise<void>((done) => (tell = done));
  return { promise, tell };
}

/**
 * The recorded events as server-sent events, in their order, from any place on. Notices of the database wake the streams, so that
 * one without news costs no statement, and streams at the same place share one. A slow reader is read for no faster than it takes.
 */
export function openEventStreams(app: App, { everyMs = beatMs } = {}) {
  const open = new Map<string, number>();
  let news = nextNews();
  let pages = new Map<string, Promise<EventRow[]>>();
  /** Counts the changes of keys. */
  let keyChanges = 0;
  let endFollowing: (() => void) | undefined;
  let isStopping = false;

  /** Wakes the streams, which read nothing again that they know. */
  function wake(): void {
    const former = news;
    news = nextNews();
    former.tell();
  }

  function announce(): void {
    pages = new Map();
    wake();
  }

  function announceKeys(): void {
    keyChanges += 1;
    announce();
  }

  function follow(): () => void {
    const ends = [
      followTopic(app.db, 'operator_events', announce, pollMs),
      followTopic(app.db, 'operator_keys', announceKeys, pollMs),
    ];
    const beat = setInterval(wake, everyMs).unref();
    return () => {
      clearInterval(beat);
      ends.forEach((end) => end());
      // Without notices they may be old when the next stream comes.
      pages = new Map();
    };
  }

  /** @throws Refusal `http.too_many` */
  function enter(keyId: string): () => void {
    const count = open.get(keyId) ?? 0;
    if (count >= mostOfKey) throw refuseUntil('http.too_many', beatMs / 1000);
    open.set(keyId, count + 1);
    endFollowing ??= follow();
    return () => {
      const left = (open.get(keyId) ?? 1) - 1;
      if (left > 0) open.set(keyId, left);
      else open.delete(keyId);
      if (open.size > 0) return;
      endFollowing?.();
      endFollowing = undefined;
    };
  }

  /** Shared by all streams at this place, until there is news. */
  function pageAfter(place: string): Promise<EventRow[]> {
    const known = pages.get(place);
    if (known) return known;
    const page = app.db.rows<EventRow>(sql`
      select seq, id, type, data, at from operator_event where seq > ${place}::bigint and not is_test order by seq limit ${pageSize}`);
    // Readers may ask for any place, and each would stay until there is news.
    if (pages.size >= mostPages) pages = new Map();
    const of = pages;
    of.set(place, page);
    const forget = () => void of.delete(place);
    // Only the end of the list is read by several at once.
    void page.then(({ length }) => length === pageSize && forget(), forget);
    return page;
  }

  async function* frames(wanted: Wanted, hasEnded: () => boolean): AsyncGenerator<string> {
    const { query, program, request } = wanted;
    const bearer = (request.headers.authorization ?? '').split(' ')[1] ?? '';
    const isAllowed = async () => {
      const key = await findApiKey(app, bearer, request.ip);
      return key !== null && key.id === program.id && key.isFromHere && key.scopes.includes('events:read');
    };
    const { type: only } = query;
    let place = placeOf(wanted);
    let checked = { at: performance.now(), keyChanges };
    let isBeat = false;
    yield `retry: ${retryMs}\n\n`;
    while (!hasEnded()) {
      const next = news.promise;
      const rows = await pageAfter(place).catch(() => undefined);
      // The reader comes back, and learns how long to wait.
      if (rows === undefined) return;
      const isOld = rows.length > 0 && performance.now() - checked.at > checkEveryMs;
      if (isOld || checked.keyChanges !== keyChanges) {
        checked = { at: performance.now(), keyChanges };
        if (!(await isAllowed())) return;
      }
      const last = rows.at(-1);
      if (last) {
        place = String(last.seq);
        const text = rows.filter((row) => only === undefined || row.type === only).map(frameOf);
        // Without an event, the place alone: a reader who comes back does not read the same again.
        yield text.join('') || `id: ${place}\n\n`;
        isBeat = false;
        continue;
      }
      if (isBeat) yield ':\n\n';
      await next;
      isBeat = true;
    }
  }

  app.http.addHook('preClose', async () => {
    isStopping = true;
    wake();
  });

  return {
    /** Answers with the stream. @throws Refusal `http.too_many` when this key has too many streams of this instance */
    send(wanted: Wanted): never {
      const { reply, program } = wanted;
      // A caller who hung up while the key was looked up has no stream: nothing would show that it ended.
      let isGone = reply.raw.destroyed;
      if (!isGone) {
        const leave = enter(program.id);
        reply.raw.once('close', () => {
          isGone = true;
          leave();
          wake();
        });
      }
      const stream = Readable.from(
        frames(wanted, () => isGone || isStopping),
        { objectMode: false },
      );
      // What is sent is no response of the contract: nothing checks or changes it.
      return (
        reply
          .header('content-type', `${type}; charset=utf-8`)
          .header('x-accel-buffering', 'no')
          // A server that stops would wait for a connection that stays open afterwards.
          .header('connection', 'close')
          .send(stream) as never
      );
    },
  };
}

/** After which event a stream begins: a reader who was cut off continues. */
export const placeOf = ({ query, request: { headers } }: Pick<Wanted, 'query' | 'request'>): string =>
  /^\d{1,18}$/.exec(String(headers['last-event-id'] ?? ''))?.[0] ?? query.after;

const frameOf = (row: EventRow) => `id: ${row.seq}\nevent: ${row.type}\ndata: ${payloadOf(row)}\n\n`;
