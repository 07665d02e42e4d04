import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Message, MessagePage } from '#contract/support/endpoints.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { clearSession } from '#web/platform/session/session.ts';
import { openTalk, type Line } from './talk.ts';
import { draftIn, roomsWithUnsent, unsentIn } from './unsent-messages.ts';

const nothing = { delivered_seq: 0, read_seq: 0 };
const messageOf = (seq: number, roomId = 'here'): Message => ({
  id: `${roomId} ${seq}`,
  chat_room_id: roomId,
  seq,
  kind: 'text',
  from: 'support',
  sender_id: 'anna',
  user_id: 'anna',
  recipient: 'client',
  read_at: null,
  author: 'Anna',
  message: `${seq}`,
  system: null,
  files: [],
  at: '2026-03-02T15:00:00.000Z',
});
const pageOf = (...seqs: number[]): MessagePage => ({
  data: seqs.map((seq) => messageOf(seq)),
  has_more: false,
  last_seq: seqs.at(-1) ?? 0,
  client: nothing,
  support: nothing,
});

let pages: (() => Promise<MessagePage>)[];
let marks: string[];
const lineOf = (more: Partial<Line> = {}): Line => ({
  roomId: 'here',
  page: () => (pages.length > 1 ? pages.shift() : pages[0])?.() ?? Promise.reject(new Error('no page')),
  post: () => Promise.reject(new ApiError(0)),
  markRead: async (seq) => void marks.push(`read ${seq}`),
  markDelivered: async (seq) => void marks.push(`delivered ${seq}`),
  ...more,
});
const pace = { holeMs: 5, retryMs: [1, 1], marksMs: 10 };
const wait = () => vi.advanceTimersByTimeAsync(50);

/** @param id of the signed-in person of this tab */
const signIn = (id: string) => queries.setQueryData(['user'], { id });

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  signIn('ida');
  pages = [];
  marks = [];
});
afterEach(() => vi.useRealTimers());

it('fetches again when something rings while the first page is on its way', async () => {
  let response: (page: MessagePage) => void = () => {};
  pages = [() => new Promise((resolve) => (response = resolve)), async () => pageOf(2)];
  const talk = openTalk(lineOf(), 'client', pace);
  const first = talk.catchUp();
  talk.arrived(messageOf(2));
  response(pageOf(1));
  await first;
  await wait();
  expect(talk.store.get().messages.map(({ seq }) => seq)).toEqual([1, 2]);
  talk.close();
});

it('does not show here a reply to a closed ticket that was put elsewhere', async () => {
  pages = [async () => pageOf(1, 2)];
  const talk = openTalk(lineOf({ post: async () => messageOf(2, 'elsewhere') }), 'client', pace);
  await talk.catchUp();
  await talk.send({ text: 'late' });
  expect(talk.store.get()).toMatchObject({ outgoing: [], messages: [{ id: 'here 1' }, { id: 'here 2' }] });
  talk.close();
});

it('reports reads again that did not get through, and for each agent', async () => {
  pages = [async () => ({ ...pageOf(1), support: { delivered_seq: 1, read_seq: 1 } })];
  let tries = 0;
  const markRead = async (seq: number) => {
    if ((tries += 1) === 1) throw new ApiError(0);
    marks.push(`read ${seq}`);
  };
  const talk = openTalk(lineOf({ markRead }), 'support', pace);
  await talk.catchUp();
  for (let n = 0; n < 3; n += 1) {
    talk.seen();
    await wait();
  }
  expect(tries).toBe(2);
  expect(marks).toEqual(['read 1']);
  talk.close();
});

it('sends under one id until it is confirmed, and stops when the server refuses', async () => {
  pages = [async () => pageOf()];
  const ids: string[] = [];
  const statuses = [0, 503, 422];
  const post: Line['post'] = async ({ id }) => {
    ids.push(id);
    throw new ApiError(statuses[ids.length - 1] ?? 0, { message: 'no' });
  };
  const talk = openTalk(lineOf({ post }), 'client', pace);
  await talk.catchUp();
  await talk.send({ text: 'hello' });
  expect(talk.store.get().outgoing).toMatchObject([{ state: 'unconfirmed' }]);
  await wait();
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(3);
  expect(talk.store.get().outgoing).toMatchObject([{ state: 'failed', why: 'no' }]);
  talk.close();
});

/** Records what is posted, after the given failures. */
function postOf(failures: ApiError[]): { post: Line['post']; posted: string[]; stored: string[] } {
  const posted: string[] = [];
  const stored: string[] = [];
  const post: Line['post'] = async ({ id, message }) => {
    posted.push(message);
    const failure = failures.shift();
    if (failure) throw failure;
    stored.push(message);
    return { ...messageOf(stored.length), id, from: 'client', message };
  };
  return { post, posted, stored };
}
const slowPace = { holeMs: 5, retryMs: [1000, 2000, 4000], marksMs: 10 };

it.each([429, 503])(
  'waits as long as the server says with %i, whatever triggers it, and then goes on in order',
  async (status) => {
    pages = [async () => pageOf()];
    const { post, posted, stored } = postOf([new ApiError(status, {}, 30)]);
    const talk = openTalk(lineOf({ post }), 'client', slowPace);
    await talk.catchUp();
    await talk.send({ text: 'one' });
    void talk.send({ text: 'two' });
    talk.sendOn();
    const until = new Date(Date.now() + 30_000).toISOString();
    expect(talk.store.get().heldUntil).toBe(until);
    await vi.advanceTimersByTimeAsync(29_900);
    expect(posted).toEqual(['one']);
    expect(talk.store.get().heldUntil).toBe(until);
    expect(talk.store.get().outgoing).toMatchObject([{ state: 'unconfirmed' }, { text: 'two' }]);
    await vi.advanceTimersByTimeAsync(200);
    expect(stored).toEqual(['one', 'two']);
    expect(talk.store.get()).toMatchObject({ outgoing: [], heldUntil: undefined });
    talk.close();
  },
);

it('sends what was written offline in its order and once, as soon as the line is back', async () => {
  pages = [async () => pageOf()];
  const { post, stored } = postOf(Array.from({ length: 3 }, () => new ApiError(0)));
  const talk = openTalk(lineOf({ post }), 'client', slowPace);
  await talk.catchUp();
  for (const text of ['one', 'two', 'three']) await talk.send({ text });
  await vi.advanceTimersByTimeAsync(1000);
  expect(stored).toEqual([]);
  talk.sendOn();
  talk.sendOn();
  await vi.advanceTimersByTimeAsync(0);
  expect(stored).toEqual(['one', 'two', 'three']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored).toHaveLength(3);
  talk.close();
});

it('tries again after pauses that grow, for as long as the page lives', async () => {
  const times: number[] = [];
  const started = Date.now();
  const post: Line['post'] = async () => {
    times.push(Date.now() - started);
    throw new ApiError(0);
  };
  const talk = openTalk(lineOf({ post }), 'client', slowPace);
  await talk.send({ text: 'hello' });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(times).toEqual([0, 1000, 3000, 7000, 11_000, 15_000]);
  talk.close();
});

it('does not let words that are refused, or that came back by another way, hold up the next', async () => {
  pages = [async () => pageOf()];
  const { post, stored } = postOf([new ApiError(422, { message: 'no' }), new ApiError(0)]);
  const talk = openTalk(lineOf({ post }), 'client', slowPace);
  await talk.catchUp();
  void talk.send({ text: 'refused' });
  void talk.send({ text: 'arrived' });
  await talk.send({ text: 'last' });
  expect(stored).toEqual([]);
  const arrived = talk.store.get().outgoing[1];
  talk.arrived({ ...messageOf(1), id: arrived?.id ?? '', from: 'client', message: 'arrived' });
  await vi.advanceTimersByTimeAsync(0);
  expect(stored).toEqual(['last']);
  expect(talk.store.get().outgoing).toMatchObject([{ text: 'refused', state: 'failed', why: 'no' }]);
  talk.close();
});

it('goes on sending unconfirmed messages when its reader goes, and nothing once it is closed', async () => {
  pages = [async () => pageOf()];
  const ids: string[] = [];
  const post: Line['post'] = async ({ id }) => {
    ids.push(id);
    throw new ApiError(0);
  };
  const talk = openTalk(lineOf({ post }), 'client', pace);
  await talk.send({ text: 'hello' });
  talk.leave();
  await wait();
  expect(ids.length).toBeGreaterThan(4);
  expect(new Set(ids).size).toBe(1);
  talk.close();
  const before = ids.length;
  await wait();
  expect(ids).toHaveLength(before);
});

it('has unconfirmed words there again, and sends them in their order under their ids', async () => {
  pages = [async () => pageOf()];
  const first = openTalk(lineOf(), 'client', pace, unsentIn('here', 'ida'));
  await first.send({ text: 'one' });
  await first.send({ text: 'two' });
  first.close();
  const posted: string[] = [];
  const post: Line['post'] = async ({ id }) => {
    posted.push(id);
    return { ...messageOf(posted.length), id };
  };
  const content = first.store.get().outgoing.map(({ id }) => id);
  const second = openTalk(lineOf({ post }), 'client', pace, unsentIn('here', 'ida'));
  expect(second.store.get().outgoing).toMatchObject([
    { text: 'one', state: 'unconfirmed' },
    { text: 'two', state: 'unconfirmed' },
  ]);
  expect(roomsWithUnsent()).toEqual(['here']);
  second.open();
  await wait();
  expect(posted).toEqual(content);
  expect(second.store.get().outgoing).toEqual([]);
  expect(roomsWithUnsent()).toEqual([]);
  second.close();
});

it('keeps the messages of one person from another, and forgets them when they sign out', async () => {
  const left = openTalk(lineOf(), 'client', pace, unsentIn('here', 'ida'));
  const draft = { text: 'to be said', files: [], internal: true };
  const empty = { text: '', files: [], internal: false };
  draftIn('here', 'ida').store(draft);
  draftIn('there', 'ida').store({ ...draft, text: 'elsewhere' });
  await left.send({ text: 'hello' });
  signIn('anna');
  expect([roomsWithUnsent(), unsentIn('here', 'ida').read(), unsentIn('here', 'anna').read()]).toEqual([[], [], []]);
  expect([draftIn('here', 'ida').read(), draftIn('here', 'anna').read()]).toEqual([empty, empty]);
  // What Ida's talk receives now, and what is in her field, is not stored as Anna's.
  await wait();
  await left.send({ text: 'late' });
  draftIn('here', 'ida').store({ ...draft, text: 'late' });
  expect(roomsWithUnsent()).toEqual([]);
  signIn('ida');
  expect([roomsWithUnsent(), draftIn('here', 'ida').read()]).toEqual([['here'], draft]);
  draftIn('here', 'ida').store(empty);
  expect([draftIn('here', 'ida').read(), draftIn('there', 'ida').read().text]).toEqual([empty, 'elsewhere']);
  clearSession();
  await wait();
  signIn('ida');
  expect([roomsWithUnsent(), draftIn('there', 'ida').read()]).toEqual([[], empty]);
  left.close();
});
