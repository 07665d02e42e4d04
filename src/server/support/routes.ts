import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { filesSeenBy } from './messages/attached-files.ts';
import { conversationTimers } from './conversation-timers.ts';
import { ticketsOfPrograms } from './program/routes.ts';
import { supportStaffRoutes } from './staff/routes.ts';
import { countUnread, listRooms } from './chats/list-rooms.ts';
import { listTickets } from './tickets/list.ts';
import { mark } from './messages/mark.ts';
import { openRoom } from './chats/open-room.ts';
import { openTicket } from './tickets/open.ts';
import { supportData } from './own-data.ts';
import { rate } from './rate.ts';
import { readMessages } from './messages/read.ts';
import { readSupportState } from './read-state.ts';
import { readTicket } from './tickets/read.ts';
import { resolveTicket } from './tickets/resolve.ts';
import { broadcastRooms } from './broadcast.ts';
import { sendMessage } from './messages/send.ts';
import { requestTranscript } from './transcript.ts';

export function supportRoutes(app: App): void {
  handle(app, 'support.rooms', ({ me }) => listRooms(app, me));
  handle(app, 'support.unread', ({ me }) => countUnread(app, me));
  handle(app, 'support.open_room', ({ me }) => openRoom(app, me));
  handle(app, 'support.messages', ({ me, params, query }) => readMessages(app, me, params.id, query));
  handle(app, 'support.send_message', ({ me, params, body }) => sendMessage(app, me, params.id, body));
  handle(app, 'support.mark_read', async ({ me, params, body }) => ({
    read_seq: await mark(app, me, params.id, 'read', body.seq),
  }));
  handle(app, 'support.mark_delivered', async ({ me, params, body }) => ({
    delivered_seq: await mark(app, me, params.id, 'delivered', body.seq),
  }));
  handle(app, 'support.transcript', async ({ me, params }) => {
    await requestTranscript(app, me, params.id);
    return { status: 'ok' };
  });
  handle(app, 'support.rate', async ({ me, params, body }) => {
    await rate(app, me, params.id, body);
    return { status: 'ok' };
  });
  handle(app, 'support.hours', ({ me, query }) => readSupportState(app, me, query.room_id));
  handle(app, 'support.tickets', ({ me, body }) => listTickets(app, me, body));
  handle(app, 'support.ticket', ({ me, body }) => readTicket(app, me, body.ticket_id));
  handle(app, 'support.open_ticket', ({ me, body }) => openTicket(app, me, body));
  handle(app, 'support.resolve_ticket', ({ me, body }) => resolveTicket(app, me, body.ticket_id));
  app.files.readableBy('message', filesSeenBy);
  supportStaffRoutes(app);
  ticketsOfPrograms(app);
  broadcastRooms(app);
  conversationTimers(app);
  app.personalData.add('support', supportData);
}
