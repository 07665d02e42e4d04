import type { ClientApplication } from '#contract/staff/client-lists.ts';
import { sql } from '#server/platform/db/sql.ts';
import { byId, type ClientList } from './list.ts';

/** Applications to offerings, the latest first. */
export const applications: ClientList<ClientApplication> = {
  name: 'applications',
  read: async ({ db }, { clientId, cursor = null, limit }) => {
    const rows = await db.rows<Omit<ClientApplication, 'at'> & { at: Date }>(sql`
      select a.id, 'A-' || a.number as number, o.id as offering_id, o.ticker, a.quantity::int as quantity,
             a.allotted_quantity::int as allotted_quantity, a.state, a.created_at as at
      from ipo_application a join ipo_offering o on o.id = a.offering_id
      where a.client_id = ${clientId} and (${cursor}::uuid is null or a.id < ${cursor}) order by a.id desc limit ${limit}`);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  },
  cursorOf: byId,
  columns: {
    number: ({ number }) => number,
    created_utc: ({ at }) => at,
    offering: ({ ticker }) => ticker,
    offering_id: (application) => application.offering_id,
    state: ({ state }) => state,
    quantity: ({ quantity }) => quantity,
    allotted: (application) => application.allotted_quantity,
  },
};
