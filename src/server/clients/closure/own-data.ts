import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';

/** When the client requested the closure, and its outcome. */
export const closureData: readonly PersonalDataList[] = [
  {
    name: 'closings',
    tables: ['account_closure'],
    rows: (id) => sql`
      select id, reason, requested_at, closes_at, ended_at, outcome from account_closure where client_id = ${id} order by requested_at`,
  },
];
