import { sql } from '../db/sql.ts';
import type { PersonalDataList } from '../people/personal-data.ts';

/**
 * What a person uploaded, without the content, which they can open; and when staff opened it. Files that they brought for an
 * import are of others.
 */
export const filesData: readonly PersonalDataList[] = [
  {
    name: 'files',
    tables: ['file'],
    rows: (id) => sql`
      select id, purpose, name, type, size::text as size, width, height, created_at, linked_at, deleted_at
      from file where owner_id = ${id} and purpose <> 'import' order by created_at, id`,
  },
  {
    name: 'looks_of_staff',
    tables: ['file_access'],
    rows: (id) => sql`
      select v.file_id, v.role, v.at from file_access v join file f on f.id = v.file_id
      where f.owner_id = ${id} and f.purpose <> 'import' order by v.at, v.id`,
  },
];
