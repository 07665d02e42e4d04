import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Of more of them the first ones are named. */
const most = 3;

/**
 * The names of other clients who have paid in from an account, or have confirmed it as a destination. For staff alone: a client
 * never learns whose account it is.
 */
export async function otherUsersOf(db: Queries, fingerprint: string | null, clientId: string): Promise<string[]> {
  if (fingerprint === null) return [];
  const rows = await db.rows<{ name: string }>(sql`
    with recursive used as (
      select next_client_using(${fingerprint}, '00000000-0000-0000-0000-000000000000') as client_id, 1 as place
      union all
      select next_client_using(${fingerprint}, u.client_id), u.place + 1 from used u
      where u.client_id is not null and u.place <= ${most}
    )
    select c.full_name as name from used u join person c on c.id = u.client_id
    where u.client_id <> ${clientId} order by u.place limit ${most}`);
  return rows.map(({ name }) => name);
}
