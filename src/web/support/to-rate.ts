import type { ChatRoom } from '#contract/support.ts';

type Rated = Pick<ChatRoom, 'id' | 'status' | 'answered' | 'rating' | 'last_seq'>;

const isSettled = ({ status }: Rated) => status === 'resolved' || status === 'closed';

/**
 * What the client is asked about: a chat that support has answered and settled, and that he has not rated.
 * @param room the one that is open; while nothing was said in it, it is about the last one
 */
export function roomToRate(rooms: readonly Rated[], room: Rated): Rated | undefined {
  if (!isSettled(room) && room.last_seq > 0) return undefined;
  const asked = isSettled(room) ? room : rooms.find(isSettled);
  return asked?.status === 'resolved' && asked.answered && asked.rating === null ? asked : undefined;
}
