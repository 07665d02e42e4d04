import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { addMessage } from './add-message.ts';

export interface TicketAnswer {
  /** Made by the author; sent again, it is stored once. */
  messageId: string;
  ticketId: string;
  text: string;
}

/** Adds an answer of support, after which it is the client's turn. */
export async function answerTicket(app: App, staff: Pick<Client, 'id'>, answer: TicketAnswer): Promise<void> {
  const { messageId: id, ticketId: conversationId, text } = answer;
  await app.db.tx(async (tx) => {
    const isNew = await addMessage(tx, { id, conversationId, authorId: staff.id, text, at: app.clock.now() });
    if (isNew) await tx.run(sql`update conversation set status = 'answered' where id = ${conversationId}`);
  });
}
