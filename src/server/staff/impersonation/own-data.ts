import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';

/** When staff saw his rooms as he does, and why; who of them it was stays inside the house. */
export const watchData: readonly KeptList[] = [
  {
    name: 'watches',
    tables: ['client_watch'],
    rows: (id) => sql`
      select reason, begun_at, coalesce(ended_at, ends_at) as ended_at from client_watch
      where client_id = ${id} order by begun_at, id`,
  },
];
