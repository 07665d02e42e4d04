import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { currentUser } from '#web/platform/session/session.ts';
import { onPerson } from '#web/platform/session/unsent-drafts.ts';
import { openTalk, type Line, type Talk } from './talk.ts';
import { roomsWithUnsaid, unsaidIn } from './unsent-messages.ts';

const quiet = { loader: false };
const answerWithinMs = 20_000;

/** The talk tries again by itself; the console has the words that support and monitoring look for. */
const logged = (words: string) => (error: unknown) => {
  console.error(words, error);
  throw error;
};

/** @param author what he has said is sent in his session only, however long it waits */
function lineTo(id: string, author: string): Line {
  const params = { id };
  return {
    roomId: id,
    page: (query) =>
      call('GET /api/chat/rooms/:id/messages', { params, query }, quiet).catch(logged('Error fetching messages')),
    async post(body) {
      if (currentUser()?.id !== author) throw new ApiError(401);
      // The words after these wait for the answer, and a line that has gone silent gives none.
      const signal = AbortSignal.timeout(answerWithinMs);
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

/** A talk with what its author said in it before and nobody has confirmed. */
interface OwnTalk extends Talk {
  author: string;
}

/** By room: talks that nobody reads any more, with words that are still to be confirmed. */
const left = new Map<string, OwnTalk>();
/** By room: how often it is being read. */
const readers = new Map<string, number>();

window.addEventListener('online', () => {
  for (const talk of left.values()) talk.sendOn();
});
// What waits when a session ends waits in the tab's storage, for the next session of the same person.
onPerson((person) => {
  for (const [roomId, talk] of left) {
    if (talk.author === person) continue;
    talk.close();
    left.delete(roomId);
  }
});

/** A conversation of whoever is signed in. */
export function ownTalk(roomId: string, side: 'client' | 'support'): OwnTalk {
  const author = currentUser()?.id ?? '';
  return { ...openTalk(lineTo(roomId, author), side, undefined, unsaidIn(roomId, author)), author };
}

/** Somebody reads it from now on; it sends in place of the one that was left. */
export function takeTalk(roomId: string, talk: OwnTalk): void {
  const before = left.get(roomId);
  if (before !== talk) before?.close();
  left.delete(roomId);
  readers.set(roomId, (readers.get(roomId) ?? 0) + 1);
  talk.open();
}

/** Nobody reads it any more; what is not confirmed goes on being sent while its author is there. */
export function leaveTalk(roomId: string, talk: OwnTalk): void {
  readers.set(roomId, (readers.get(roomId) ?? 1) - 1);
  talk.leave();
  if (talk.author === currentUser()?.id) left.set(roomId, talk);
  else talk.close();
}

/** Goes on sending what a page or a session before this one could not. */
export function resumeTalks(): void {
  for (const roomId of roomsWithUnsaid()) {
    if (left.has(roomId) || (readers.get(roomId) ?? 0) > 0) continue;
    // Nobody reads it, so that it makes no difference from which side.
    const talk = ownTalk(roomId, 'client');
    takeTalk(roomId, talk);
    leaveTalk(roomId, talk);
  }
}
