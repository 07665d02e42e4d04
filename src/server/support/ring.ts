import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readMessages } from './read-messages.ts';
import { answersClients, readableBy } from './room.ts';

export const deskChannel = 'private-desk';
const roomChannel = (id: string) => `private-chat.${id}`;

/** Tells devices that there is something new in a conversation. All of it can be fetched as well. */
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
      const page = await readMessages(app, { id: clientId, roles: ['client'] }, conversationId, {
        after: seq - 1,
        limit: 1,
      });
      const [message] = page.data;
      if (message?.seq === seq) {
        const short = { id: message.id, seq, roomId: conversationId };
        await realtime.publish(roomChannel(conversationId), 'message.new', { chatMessage: message }, { seq, short });
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
      const { client, support } = await readMessages(app, { id: clientId, roles: ['client'] }, conversationId, {
        limit: 1,
      });
      const marks = side === 'client' ? client : support;
      await realtime.publish(roomChannel(conversationId), 'receipt', { userId: personId, side, ...marks });
      // The other devices of whoever has read.
      if (side === 'client')
        await db.tx((tx) => realtime.notify(tx, clientId, 'conversation.changed', { room_id: conversationId }));
    },
    'quick',
  );

  outbox.on(
    'support.room_changed',
    async ({ conversationId }) => {
      await realtime.publish(deskChannel, 'room.changed', { roomId: conversationId });
      await db.tx(async (tx) =>
        realtime.notify(tx, await clientOf(conversationId), 'conversation.changed', { room_id: conversationId }),
      );
    },
    'quick',
  );
}
