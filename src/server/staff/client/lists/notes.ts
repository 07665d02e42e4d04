import type { ClientNote } from '#contract/staff/client-lists.ts';
import { sql } from '#server/platform/db/sql.ts';
import { byId, type ClientList } from './list.ts';

/** What staff noted of a client, the latest first. */
export const notes: ClientList<ClientNote> = {
  name: 'notes',
  read: async ({ db }, { clientId, cursor = null, limit }) => {
    const rows = await db.rows<Omit<ClientNote, 'at'> & { at: Date }>(sql`
      select n.id, coalesce(k.name, a.full_name) as author, n.text, n.created_at as at
      from client_note n join person a on a.id = n.author_id left join operator_key k on k.id = n.key_id
      where n.client_id = ${clientId} and (${cursor}::uuid is null or n.id < ${cursor}) order by n.id desc limit ${limit}`);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  },
  cursorOf: byId,
  columns: {
    time_utc: ({ at }) => at,
    by: ({ author }) => author,
    note: ({ text }) => text,
  },
};
