import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';

/** When staff viewed the area as the client, and why; the name of the staff member is not included. */
export const impersonationData: readonly PersonalDataList[] = [
  {
    name: 'watches',
    tables: ['impersonation'],
    rows: (id) => sql`
      select reason, started_at, coalesce(ended_at, ends_at) as ended_at from impersonation
      where client_id = ${id} order by started_at, id`,
  },
];
