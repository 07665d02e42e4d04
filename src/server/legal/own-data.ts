import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';

/** What the client agreed to, when and from which address. */
export const legalData: readonly PersonalDataList[] = [
  {
    name: 'consents',
    tables: ['legal_consent'],
    rows: (id) => sql`
      select v.kind as to, v.number as version, v.effective_on, k.language, k.at, k.address, k.user_agent
      from legal_consent k join legal_version v on v.id = k.version_id where k.client_id = ${id} order by k.at, v.kind`,
  },
];
