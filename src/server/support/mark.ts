import type { App } from '#server/platform/app.ts';
import type { Client } from '#server/platform/session.ts';
import { markTo } from './add-message.ts';
import { numberForSupport } from './client-numbers.ts';
import { readMarks } from './read-messages.ts';
import { takeSeat } from './room.ts';

/**
 * Notes how far somebody has read, or how far messages have reached him; never back, and never beyond what was said. It is
 * told where it shows: not of a note, nor of what a colleague had read before.
 * @returns the number that now stands
 * @throws Refusal `http.not_found`
 */
export async function mark(
  app: App,
  me: Client,
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
