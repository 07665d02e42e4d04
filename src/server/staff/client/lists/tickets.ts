import type { ClientTicket } from '#contract/staff/client-lists.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readTimeCursor, timeCursor } from '#server/platform/lists/time-cursor.ts';
import type { ClientList } from './list.ts';

/** Conversations with support that have messages, the latest activity first. */
export const tickets: ClientList<ClientTicket> = {
  name: 'tickets',
  read: async ({ db }, { clientId, cursor, limit }) => {
    const after = cursor === undefined ? undefined : readTimeCursor(cursor);
    const rows = await db.rows<Omit<ClientTicket, 'at'> & { at: Date }>(sql`
      select id, number, subject, status, updated_at as at from conversation
      where client_id = ${clientId} and last_seq > 0
        ${after ? sql`and (updated_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by updated_at desc, id desc limit ${limit}`);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  },
  cursorOf: ({ at, id }) => timeCursor(at, id),
  columns: {
    id: ({ id }) => id,
    number: ({ number }) => number,
    subject: ({ subject }) => subject,
    state: ({ status }) => status,
    updated_utc: ({ at }) => at,
  },
};
