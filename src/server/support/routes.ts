import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listRooms } from './list-rooms.ts';
import { listTickets } from './list-tickets.ts';
import { openTicket } from './open-ticket.ts';
import { readTicket } from './read-ticket.ts';

export function supportRoutes(app: App): void {
  handle(app, 'support.tickets', ({ me }) => listTickets(app, me));
  handle(app, 'support.ticket', ({ me, body }) => readTicket(app, me, body.ticket_id));
  handle(app, 'support.open_ticket', ({ me, body }) => openTicket(app, me, body));
  handle(app, 'support.rooms', ({ me }) => listRooms(app, me));
}
