import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';

/** What programs of the operator are told of somebody. */
export const operatorData: readonly KeptList[] = [
  {
    name: 'told_to_programs',
    tables: ['operator_event'],
    rows: (id) => sql`select type, data, at from operator_event where client_id = ${id} order by seq`,
  },
];
