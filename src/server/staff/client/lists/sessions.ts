import type { ClientSession } from '#contract/staff/client-lists.ts';
import { deviceName } from '#server/platform/session/device-name.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readTimeCursor, timeCursor } from '#server/platform/lists/time-cursor.ts';
import type { ClientList } from './list.ts';

interface Row {
  id: string;
  userAgent: string | null;
  address: string;
  open: boolean;
  issued: boolean;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Sessions, open or ended, the last used first. */
export const sessions: ClientList<ClientSession> = {
  name: 'sessions',
  read: async ({ db, clock }, { clientId, cursor, limit }) => {
    const after = cursor === undefined ? undefined : readTimeCursor(cursor);
    const rows = await db.rows<Row>(sql`
      select id, user_agent as "userAgent", address, revoked_at is null and expires_at > ${clock.now()} as open,
             issued_by is not null as issued, created_at as "createdAt", last_seen_at as "lastSeenAt"
      from session
      where person_id = ${clientId}
        ${after ? sql`and (last_seen_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by last_seen_at desc, id desc limit ${limit}`);
    return rows.map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      address: row.address,
      open: row.open,
      issued_by_staff: row.issued,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
    }));
  },
  cursorOf: ({ last_seen_at: at, id }) => timeCursor(at, id),
  columns: {
    id: ({ id }) => id,
    device: ({ device }) => device,
    address: ({ address }) => address,
    state: ({ open }) => (open ? 'open' : 'ended'),
    issued_by_staff: (session) => String(session.issued_by_staff),
    started_utc: (session) => session.created_at,
    last_used_utc: (session) => session.last_seen_at,
  },
};
