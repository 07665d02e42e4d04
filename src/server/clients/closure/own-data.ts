import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';

/** When he wished to close his account, and what came of it. */
export const closingData: readonly KeptList[] = [
  {
    name: 'closings',
    tables: ['account_closing'],
    rows: (id) => sql`
      select id, reason, asked_at, closes_at, ended_at, outcome from account_closing where client_id = ${id} order by asked_at`,
  },
];
