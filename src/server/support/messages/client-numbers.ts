import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** The number by which the client of a conversation knows the last message up to a number of support; 0 before the first. */
export const clientNumber = (conversationId: Sql, seq: Sql): Sql => sql`
  coalesce((select n.client_seq from conversation_message n
            where n.conversation_id = ${conversationId} and n.seq <= ${seq} and n.client_seq is not null
            order by n.seq desc limit 1), 0)`;

/** Support's number of the message that a client knows by the client's own number. */
export async function numberForSupport(db: Queries, conversationId: string, clientSeq: number): Promise<number> {
  const message = await db.maybeOne<{ seq: number }>(
    sql`select seq from conversation_message where conversation_id = ${conversationId} and client_seq = ${clientSeq}`,
  );
  return message?.seq ?? 0;
}
