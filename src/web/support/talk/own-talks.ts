import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { currentUser } from '#web/platform/session/session.ts';
import { onPerson } from '#web/platform/session/unsent-drafts.ts';
import { openTalk, type Line, type Talk } from './talk.ts';
import { roomsWithUnsent, unsentIn } from './unsent-messages.ts';

const quiet = { loader: false };
const responseWithinMs = 20_000;

/** The talk tries again by itself; the console has the words that support and monitoring look for. */
const logged = (words: string) => (error: unknown) => {
  console.error(words, error);
  throw error;
};

/** @param author whose messages are sent in their session only, however long they wait */
function lineTo(id: string, author: string): Line {
  const params = { id };
  return {
    roomId: id,
    page: (query) =>
      call('GET /api/chat/rooms/:id/messages', { params, query }, quiet).catch(logged('Error fetching messages')),
    async post(body) {
      if (currentUser()?.id !== author) throw new ApiError(401);
      // The messages after these wait for the response, and a line that has gone silent gives none.
      const signal = AbortSignal.timeout(responseWithinMs);
      const sent = call('POST /api/chat/rooms/:id/messages', { params, body }, { ...quiet, signal });
      return (await sent.catch(logged('Error sending message'))).chatMessage;
    },
    markRead: (seq) =>
      call('POST /api/chat/rooms/:id/mark-as-read', { params, body: { seq } }, quiet).catch(
        logged('Error marking messages as read'),
      ),
    markDelivered: (seq) => call('POST /api/chat/rooms/:id/delivered', { params, body: { seq } }, quiet),
  };
}

/** A talk with the unconfirmed messages that its author wrote in it before. */
interface OwnTalk extends Talk {
  author: string;
}

/** By room: talks without a reader, with messages that are not confirmed yet. */
const left = new Map<string, OwnTalk>();
/** By room: how often it is being read. */
const readers = new Map<string, number>();

window.addEventListener('online', () => {
  for (const talk of left.values()) talk.sendOn();
});
// When a session ends, pending messages wait in the tab's storage, for the next session of the same person.
onPerson((person) => {
  for (const [roomId, talk] of left) {
    if (talk.author === person) continue;
    talk.close();
    left.delete(roomId);
  }
});

/** A conversation of the signed-in person. */
export function ownTalk(roomId: string, side: 'client' | 'support'): OwnTalk {
  const author = currentUser()?.id ?? '';
  return { ...openTalk(lineTo(roomId, author), side, undefined, unsentIn(roomId, author)), author };
}

/** A screen shows it from now on; it sends in place of the one that was left. */
export function takeTalk(roomId: string, talk: OwnTalk): void {
  const before = left.get(roomId);
  if (before !== talk) before?.close();
  left.delete(roomId);
  readers.set(roomId, (readers.get(roomId) ?? 0) + 1);
  talk.open();
}

/** No screen shows it now; unconfirmed messages are still sent while their author is signed in. */
export function leaveTalk(roomId: string, talk: OwnTalk): void {
  readers.set(roomId, (readers.get(roomId) ?? 1) - 1);
  talk.leave();
  if (talk.author === currentUser()?.id) left.set(roomId, talk);
  else talk.close();
}

/** Goes on sending what a page or a session before this one could not. */
export function resumeTalks(): void {
  for (const roomId of roomsWithUnsent()) {
    if (left.has(roomId) || (readers.get(roomId) ?? 0) > 0) continue;
    // No screen shows it, so that the side makes no difference.
    const talk = ownTalk(roomId, 'client');
    takeTalk(roomId, talk);
    leaveTalk(roomId, talk);
  }
}
