import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '#contract/support/endpoints.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { openTalk, type Line, type Talk } from '#web/support/talk/talk.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const messagesEachWay = 150;
const quick = { holeMs: 5, retryMs: [2, 4, 8, 16, 16, 16, 16, 16, 16, 16], marksMs: 10 };

let server: TestServer;
let ida: Session;
let anna: Session;
const talks: Talk[] = [];
beforeAll(async () => {
  server = await startServer();
  ida = await server.register({ first_name: 'Ida' });
  anna = await server.register({ first_name: 'Anna', roles: ['client', 'support'] });
});
afterAll(async () => {
  // Also after a failure: a talk that goes on sending keeps the server from closing.
  for (const talk of talks) talk.close();
  await server.close();
});

/** Pseudo-random numbers that are the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const noResponse = () => new ApiError(0, { code: 'network' });

/** The way to the real server, on which a part of everything is lost, before or after it was done. */
function lossyLine(as: Session, id: string, next: () => number, sent: (message: Message) => void): Line {
  const lossy = async <T>(action: () => Promise<{ status: number; body: T }>): Promise<T> => {
    if (next() < 0.15) throw noResponse();
    const { status, body } = await action();
    if (next() < 0.15) throw noResponse();
    if (status !== 200) throw new ApiError(status);
    return body;
  };
  const params = { id };
  return {
    roomId: id,
    page: (query) =>
      lossy(() =>
        server.call('GET /api/chat/rooms/:id/messages', {
          as,
          params,
          query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
        }),
      ),
    async post(body) {
      const { chatMessage } = await lossy(async () => {
        const response = await server.call('POST /api/chat/rooms/:id/messages', { as, params, body });
        if (response.status === 200) sent(response.body.chatMessage);
        return response;
      });
      return chatMessage;
    },
    markRead: (seq) => lossy(() => server.call('POST /api/chat/rooms/:id/mark-as-read', { as, params, body: { seq } })),
    markDelivered: (seq) =>
      lossy(() => server.call('POST /api/chat/rooms/:id/delivered', { as, params, body: { seq } })),
  };
}

it('loses and doubles nothing on a bad line, as both sides see it', async () => {
  const { body: room } = await server.call('POST /api/chat/room', { as: ida, body: {} });
  const next = chance(20_261_121);
  // The broadcast: each device receives a part of it, late, twice, or not at all.
  const broadcast = (message: Message) => {
    for (const talk of talks) {
      const times = next() < 0.3 ? 0 : next() < 0.2 ? 2 : 1;
      for (let n = 0; n < times; n += 1) setTimeout(() => talk.arrived(message), next() * 20);
    }
  };
  talks.push(
    openTalk(lossyLine(ida, room.id, next, broadcast), 'client', quick),
    openTalk(lossyLine(anna, room.id, next, broadcast), 'support', quick),
    openTalk(lossyLine(ida, room.id, next, broadcast), 'client', quick),
  );
  const [client, support] = talks;
  const settle = async () => {
    for (const talk of talks) {
      for (let tries = 0; tries < 50; tries += 1) {
        const isThere = await talk.catchUp().then(
          () => true,
          () => false,
        );
        if (isThere) break;
      }
    }
  };
  await settle();

  const text: string[] = [];
  for (let n = 0; n < messagesEachWay; n += 1) {
    const words = [`client ${n}`, `support ${n}`];
    text.push(...words);
    await Promise.all([client?.send({ text: words[0] ?? '' }), support?.send({ text: words[1] ?? '' })]);
    // No person types so fast: the limit of messages a minute is not tested here.
    if (n % 10 === 0) server.clock.advance(60_000);
    if (n % 10 === 0) void talks[n % 3]?.catchUp().catch(() => undefined);
  }
  for (let tries = 0; tries < 200 && talks.some((talk) => talk.store.get().outgoing.length > 0); tries += 1)
    await pause(20);
  for (const talk of talks) for (const { id } of talk.store.get().outgoing) await talk.retry(id);
  server.clock.advance(60_000);
  await pause(100);
  await settle();

  for (const talk of talks) {
    while (talk.store.get().hasEarlier) await talk.earlier().catch(() => undefined);
    const { messages, outgoing, reachedSeq } = talk.store.get();
    expect(outgoing).toEqual([]);
    expect(messages.map(({ seq }) => seq)).toEqual(text.map((_, index) => index + 1));
    expect(new Set(messages.map(({ message }) => message))).toEqual(new Set(text));
    for (const side of ['client', 'support'] as const) {
      // Each side in the order in which it was written.
      const own = messages.filter(({ from }) => from === side);
      expect(own.map(({ message }) => message)).toEqual(own.map((_, n) => `${side} ${n}`));
    }
    expect(reachedSeq).toBe(text.length);
  }
}, 120_000);
