import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';

/** That he had a PIN for support, and when he was recognised by it. */
export const pinData: readonly KeptList[] = [
  {
    name: 'support_pins',
    tables: ['support_pin'],
    rows: (id) => sql`
      select id, made_at, expires_at, misses, voided_at, used_at from support_pin where client_id = ${id} order by made_at, id`,
  },
];
