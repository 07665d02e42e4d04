import { queueChannel, type QueueNotice } from '#contract/dashboard/queue-notices.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readMarks, readMessage } from './messages/read.ts';
import { isSupportAgent, readableBy, takeSeat } from './room.ts';

export const staffChannel = 'private-staff';
const roomChannel = (id: string) => `private-chat.${id}`;

/**
 * Notifies devices of news in a conversation. All of it can be fetched as well. The client receives all that is sent on
 * the conversation's channel: so it carries the client's numbers, and nothing that only support may see is sent there
 * or on the client's own channel.
 */
export function broadcastRooms(app: App): void {
  const { db, realtime, outbox } = app;
  const clientOf = async (id: string) =>
    (await db.one<{ clientId: string }>(sql`select client_id as "clientId" from conversation where id = ${id}`))
      .clientId;

  const publishRoom = async (roomId: string) => {
    await realtime.publish(staffChannel, 'room.changed', { roomId });
    await realtime.publish(queueChannel, 'queue.conversations' satisfies QueueNotice, {});
  };

  realtime.admit('private-chat.', async (me, id) => {
    const seat = await db.maybeOne(sql`select 1 as found from conversation c where c.id = ${id} and ${readableBy(me)}`);
    return seat !== undefined;
  });
  realtime.admit(staffChannel, async (me) => isSupportAgent(me));

  outbox.on(
    'support.message_sent',
    async ({ conversationId, seq }) => {
      const clientId = await clientOf(conversationId);
      // As its client sees it: notes of support are not visible.
      const message = await readMessage(db, { id: clientId, roles: ['client'] }, conversationId, seq);
      if (message) {
        const numbered = { seq: message.seq, short: { id: message.id, seq: message.seq, roomId: conversationId } };
        await realtime.publish(roomChannel(conversationId), 'message.new', { chatMessage: message }, numbered);
        await db.tx((tx) => realtime.notify(tx, clientId, 'conversation.changed', { room_id: conversationId }));
      }
      await publishRoom(conversationId);
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
      // The other devices of the reader.
      if (side === 'client')
        await db.tx((tx) => realtime.notify(tx, clientId, 'conversation.changed', { room_id: conversationId }));
    },
    'quick',
  );

  outbox.on('support.room_changed', ({ conversationId }) => publishRoom(conversationId), 'quick');
}
