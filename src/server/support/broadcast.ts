import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readMarks, readMessage } from './read-messages.ts';
import { answersClients, readableBy, takeSeat } from './room.ts';

export const deskChannel = 'private-desk';
const roomChannel = (id: string) => `private-chat.${id}`;

/**
 * Tells devices that there is something new in a conversation. All of it can be fetched as well. What is said on its channel its
 * client hears: so it has his numbers, and nothing comes there, nor on his own, of what only support sees.
 */
export function ringRooms(app: App): void {
  const { db, realtime, outbox } = app;
  const clientOf = async (id: string) =>
    (await db.one<{ clientId: string }>(sql`select client_id as "clientId" from conversation where id = ${id}`))
      .clientId;

  realtime.admit('private-chat.', async (me, id) => {
    const seat = await db.maybeOne(sql`select 1 as found from conversation c where c.id = ${id} and ${readableBy(me)}`);
    return seat !== undefined;
  });
  realtime.admit(deskChannel, async (me) => answersClients(me));

  outbox.on(
    'support.message_sent',
    async ({ conversationId, seq }) => {
      const clientId = await clientOf(conversationId);
      // As its client sees it: a note among support is not there.
      const message = await readMessage(db, { id: clientId, roles: ['client'] }, conversationId, seq);
      if (message) {
        const numbered = { seq: message.seq, short: { id: message.id, seq: message.seq, roomId: conversationId } };
        await realtime.publish(roomChannel(conversationId), 'message.new', { chatMessage: message }, numbered);
        await db.tx((tx) => realtime.notify(tx, clientId, 'conversation.changed', { room_id: conversationId }));
      }
      await realtime.publish(deskChannel, 'room.changed', { roomId: conversationId });
    },
    'quick',
  );

  outbox.on(
    'support.marked',
    async ({ conversationId, personId, side }) => {
      const clientId = await clientOf(conversationId);
      const seat = await takeSeat(db, { id: clientId, roles: ['client'] }, conversationId);
      const { [side]: marks } = await readMarks(db, seat);
      await realtime.publish(roomChannel(conversationId), 'receipt', { userId: personId, side, ...marks });
      // The other devices of whoever has read.
      if (side === 'client')
        await db.tx((tx) => realtime.notify(tx, clientId, 'conversation.changed', { room_id: conversationId }));
    },
    'quick',
  );

  outbox.on(
    'support.room_changed',
    ({ conversationId }) => realtime.publish(deskChannel, 'room.changed', { roomId: conversationId }),
    'quick',
  );
}
