import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { currentUser } from '#web/platform/session.ts';
import { openTalk, type Line, type Talk } from './talk.ts';
import { roomsWithUnsaid, unsaidIn } from './unsaid.ts';

const quiet = { loader: false };
const answerWithinMs = 20_000;

/** @param author what he has said is sent in his session only, however long it waits */
function lineTo(id: string, author: string): Line {
  const params = { id };
  return {
    roomId: id,
    page: (query) => call('GET /api/chat/rooms/:id/messages', { params, query }, quiet),
    async post(body) {
      if (currentUser()?.id !== author) throw new ApiError(403);
      // The words after these wait for the answer, and a line that has gone silent gives none.
      const signal = AbortSignal.timeout(answerWithinMs);
      return (await call('POST /api/chat/rooms/:id/messages', { params, body }, { ...quiet, signal })).chatMessage;
    },
    markRead: (seq) => call('POST /api/chat/rooms/:id/mark-as-read', { params, body: { seq } }, quiet),
    markDelivered: (seq) => call('POST /api/chat/rooms/:id/delivered', { params, body: { seq } }, quiet),
  };
}

/** By room: talks that nobody reads any more, with words that are still to be confirmed. */
const left = new Map<string, Talk>();
window.addEventListener('online', () => {
  for (const talk of left.values()) talk.sendOn();
});

/** A conversation of whoever is signed in, with what he said in it before and nobody has confirmed. */
export function ownTalk(roomId: string, side: 'client' | 'support'): Talk {
  const author = currentUser()?.id ?? '';
  return openTalk(lineTo(roomId, author), side, undefined, unsaidIn(roomId, author));
}

/** Somebody reads it from now on; it sends in place of the one that was left. */
export function takeTalk(roomId: string, talk: Talk): void {
  const before = left.get(roomId);
  if (before !== talk) before?.close();
  left.delete(roomId);
  talk.open();
}

/** Nobody reads it any more; what is not confirmed goes on being sent. */
export function leaveTalk(roomId: string, talk: Talk): void {
  talk.leave();
  left.set(roomId, talk);
}

/** Goes on sending what a page before this one could not. */
export function resumeTalks(side: 'client' | 'support'): void {
  for (const roomId of roomsWithUnsaid()) {
    if (left.has(roomId)) continue;
    const talk = ownTalk(roomId, side);
    takeTalk(roomId, talk);
    leaveTalk(roomId, talk);
  }
}
