import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';

/** What API programs of the operator receive about a person; a client must not learn how staff rate the risk. */
export const operatorData: readonly PersonalDataList[] = [
  {
    name: 'told_to_programs',
    tables: ['operator_event'],
    rows: (id) => sql`
      select type, data, at from operator_event where client_id = ${id} and type <> 'client.risk_changed' order by seq`,
  },
];
