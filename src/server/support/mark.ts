import type { App } from '#server/platform/app.ts';
import type { Client } from '#server/platform/session.ts';
import { markTo } from './add-message.ts';
import { takeSeat } from './room.ts';

/**
 * Notes how far somebody has read, or how far messages have reached him; never back, and never beyond what was said.
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
    const seq = Math.min(upTo ?? room.lastSeq, room.lastSeq);
    const moved = await markTo(tx, {
      conversationId: room.id,
      personId: me.id,
      deliveredSeq: seq,
      readSeq: how === 'read' ? seq : 0,
    });
    if (moved) await app.outbox.emit(tx, 'support.marked', { conversationId: room.id, personId: me.id, side });
    return seq;
  });
}
