import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';
import { toldOf } from '../list-activity.ts';

/** What was done in his profile, as his activity list tells it; who of staff it was stays inside the house. */
export const activityData: readonly KeptList[] = [
  {
    name: 'acts',
    tables: ['audit_entry'],
    rows: (id) => sql`
      select act, actor_id = client_id as by_client, details ->> 'reason' as reason, created_at as at from audit_entry
      where client_id = ${id} and ${toldOf} order by created_at, id`,
  },
  {
    name: 'exports',
    tables: ['data_export'],
    rows: (id) =>
      sql`select id, session_id, asked_at, expires_at from data_export where client_id = ${id} order by asked_at, id`,
  },
];
