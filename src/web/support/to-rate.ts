import type { ChatRoom } from '#contract/support/endpoints.ts';

type Rated = Pick<ChatRoom, 'id' | 'status' | 'answered' | 'rating' | 'last_seq'>;

const isSettled = ({ status }: Rated) => status === 'resolved' || status === 'closed';

/**
 * What the client is asked to rate: a chat that support has replied to and resolved, and that has no rating yet.
 * @param room the open one; while it has no messages, the rating is for the last one
 */
export function roomToRate(rooms: readonly Rated[], room: Rated): Rated | undefined {
  if (!isSettled(room) && room.last_seq > 0) return undefined;
  const candidate = isSettled(room) ? room : rooms.find(isSettled);
  return candidate?.status === 'resolved' && candidate.answered && candidate.rating === null ? candidate : undefined;
}
