import type { App } from '#server/platform/app.ts';
import type { Person } from '#server/platform/session/session.ts';
import { markTo } from './add.ts';
import { numberForSupport } from './client-numbers.ts';
import { readMarks } from './read.ts';
import { takeSeat } from '../room.ts';

/**
 * Stores how far a person has read, or how far messages were delivered to them; never back, and never beyond the last
 * message. It is announced only where it shows: not for a note, nor for what a colleague had read before.
 * @returns the number that is stored now
 * @throws Refusal `http.not_found`
 */
export async function mark(
  app: App,
  me: Pick<Person, 'id' | 'roles'>,
  roomId: string,
  how: 'read' | 'delivered',
  upTo: number | undefined,
): Promise<number> {
  return app.db.tx(async (tx) => {
    const { room, side } = await takeSeat(tx, me, roomId);
    const last = side === 'client' ? room.clientSeq : room.lastSeq;
    const seq = Math.min(upTo ?? last, last);
    const reached = side === 'client' ? await numberForSupport(tx, room.id, seq) : seq;
    const shown = async () => JSON.stringify((await readMarks(tx, { room, side: 'client' }))[side]);
    const before = await shown();
    await markTo(tx, {
      conversationId: room.id,
      personId: me.id,
      deliveredSeq: reached,
      readSeq: how === 'read' ? reached : 0,
      at: app.clock.now(),
    });
    if ((await shown()) !== before)
      await app.outbox.emit(tx, 'support.marked', { conversationId: room.id, personId: me.id, side });
    return seq;
  });
}
