import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';

/** That the client had a PIN for support, and when it was used. */
export const pinData: readonly PersonalDataList[] = [
  {
    name: 'support_pins',
    tables: ['support_pin'],
    rows: (id) => sql`
      select id, created_at, expires_at, misses, voided_at, used_at from support_pin where client_id = ${id} order by created_at, id`,
  },
];
