import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { addSystemMessage } from './messages/add.ts';
import { maskCardNumbers } from './messages/mask-cards.ts';
import { hasReply, takeSeat, type Room } from './room.ts';

/**
 * The client rates support, once after each time that the conversation was resolved, if support has written a message.
 * @throws Refusal `http.not_found`, `support.not_resolved`, `support.not_answered`, `support.rated`
 */
export async function rate(
  { db, clock, outbox }: App,
  me: Pick<Person, 'id'>,
  roomId: string,
  { rating, text }: { rating: number; text?: string | undefined },
): Promise<void> {
  await db.tx(async (tx) => {
    const { room } = await takeSeat(tx, { id: me.id, roles: ['client'] }, roomId, 'lock');
    if (room.status !== 'resolved' && room.status !== 'closed') throw refuse('support.not_resolved');
    if (!(await wasAnswered(tx, room))) throw refuse('support.not_answered');
    if (room.rating !== null) throw refuse('support.rated');
    const at = clock.now();
    await tx.run(sql`
      update conversation set rating = ${rating}, rating_text = ${text ? maskCardNumbers(text) : null}, rated_at = ${at}
      where id = ${room.id}`);
    const seq = await addSystemMessage(tx, room.id, 'rated', { rating: String(rating) }, at);
    await outbox.emit(tx, 'support.message_sent', { conversationId: room.id, seq });
  });
}

const wasAnswered = async (tx: Tx, { id }: Room): Promise<boolean> =>
  (await tx.one<{ answered: boolean }>(sql`select ${hasReply} as answered from conversation c where c.id = ${id}`))
    .answered;
