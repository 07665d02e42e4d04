import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';

/** How a member of staff saved the lists of their work. */
export const listsData: readonly PersonalDataList[] = [
  {
    name: 'list_views',
    tables: ['list_view'],
    rows: (id) => sql`
      select list, name, query, is_default, created_at from list_view where person_id = ${id} order by list, created_at, id`,
  },
];
