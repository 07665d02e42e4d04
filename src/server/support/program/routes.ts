import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { writeOnce } from '#server/platform/session/program-write.ts';
import { resolveByProgram } from '../staff/actions.ts';
import { firstNameOf, lockTicket } from './program-seat.ts';
import { readChatsPage, readMessagesPage, readTicketsPage } from './read-tickets.ts';
import { openTicketFor } from '../tickets/open-for.ts';
import { writeToClient } from './write-chat.ts';
import { replyByProgram } from './write-tickets.ts';

/** Tickets for programs of the operator. */
export function ticketsOfPrograms(app: App): void {
  handle(app, 'operator_api.tickets', ({ query }) => readTicketsPage(app, query));
  handle(app, 'operator_api.ticket_messages', ({ program, params, query }) =>
    readMessagesPage(app, program, { kind: 'ticket', id: params.id }, query),
  );
  handle(app, 'operator_api.chats', ({ query }) => readChatsPage(app, query));
  handle(app, 'operator_api.chat_messages', ({ program, params, query }) =>
    readMessagesPage(app, program, { kind: 'chat', id: params.id }, query),
  );
  handle(app, 'operator_api.open_ticket', async (call) => {
    const id = await writeOnce(app, 'operator_api.open_ticket', call, (tx, by) =>
      openTicketFor(app, tx, by, call.body),
    );
    const { number } = await app.db.one<{ number: string }>(sql`select number from conversation where id = ${id}`);
    return { id, number, client_id: call.body.client_id };
  });
  handle(app, 'operator_api.reply_to_ticket', async (call) => {
    const input = { ticketId: call.params.id, text: call.body.text };
    const id = await writeOnce(app, 'operator_api.reply_to_ticket', call, (tx, by) =>
      replyByProgram(app, tx, by, input),
    );
    return { id, ticket_id: input.ticketId };
  });
  handle(app, 'operator_api.write_to_client', async (call) => {
    const input = { clientId: call.params.id, text: call.body.text };
    const id = await writeOnce(app, 'operator_api.write_to_client', call, (tx, by) =>
      writeToClient(app, tx, by, input),
    );
    return { id, client_id: input.clientId };
  });
  handle(app, 'operator_api.resolve_ticket', async (call) => {
    const id = await writeOnce(app, 'operator_api.resolve_ticket', call, async (tx, by) => {
      const { room } = await lockTicket(tx, by, call.params.id);
      await resolveByProgram(app, tx, { ...by, firstName: await firstNameOf(tx, by.id) }, room);
      return room.id;
    });
    return { ticket_id: id };
  });
}
