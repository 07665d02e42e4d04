import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';
import { formatActivity } from '../list-activity.ts';

/** Actions in the client's profile, as the activity list shows them; the names of staff stay internal. */
export const activityData: readonly PersonalDataList[] = [
  {
    name: 'acts',
    tables: ['audit_entry'],
    rows: (id) => sql`
      select action, actor_id = client_id as by_client, details ->> 'reason' as reason, created_at as at from audit_entry
      where client_id = ${id} and ${formatActivity} order by created_at, id`,
  },
  {
    name: 'exports',
    tables: ['data_export'],
    rows: (id) =>
      sql`select id, session_id, requested_at, expires_at from data_export where client_id = ${id} order by requested_at, id`,
  },
];
