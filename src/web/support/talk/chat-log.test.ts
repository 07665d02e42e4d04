import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { switchLanguage } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { ownTalk } from './own-talks.ts';
import { ownRoomQuery, roomsQuery } from '../support-queries.ts';
import type { Talk } from './talk.ts';

const page = { data: [], has_more: false, last_seq: 3, client: marks(), support: marks() };
function marks() {
  return { delivered_seq: 0, read_seq: 0 };
}

let log: ReturnType<typeof vi.spyOn>;
let refuses: (path: string, method: string) => boolean;
let talk: Talk;

beforeAll(() => switchLanguage('en'));
beforeEach(() => {
  queries.clear();
  queries.setQueryData(['user'], { id: 'ida' });
  log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', async (path: string, { method = '' }: RequestInit) =>
    refuses(path, method) ? Response.json({ code: 'http.not_found' }, { status: 404 }) : Response.json(page),
  );
  talk = ownTalk('here', 'client');
});
afterEach(() => {
  talk.close();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ['Error fetching messages', 'GET', '/messages', () => talk.catchUp()],
  ['Error sending message', 'POST', '/messages', () => talk.send({ text: 'Hello' })],
  ['Error marking messages as read', 'POST', '/mark-as-read', () => talk.catchUp().then(() => talk.seen())],
  ['Error fetching chat room', 'GET', '/api/chat/rooms', () => queries.fetchQuery(roomsQuery)],
  ['Error creating chat room', 'POST', '/api/chat/room', () => queries.fetchQuery(ownRoomQuery)],
])('logs "%s"', async (words, method, end, action) => {
  refuses = (path, pending) => pending === method && path.replace(/\?.*/, '').endsWith(end);
  await action()?.catch(() => undefined);
  await expect.poll(() => log.mock.calls).toContainEqual([words, expect.objectContaining({ status: 404 })]);
  expect(log).toHaveBeenCalledTimes(1);
});
