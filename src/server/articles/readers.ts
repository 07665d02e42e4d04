import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';

type Reader = Pick<Person, 'id' | 'roles'>;

/** Whether a person may read the article `a`: by tier, or as an author of articles. */
export const isRead = ({ id, roles }: Reader): Sql =>
  roles.includes('admin')
    ? sql`true`
    : sql`content_rank(a.content) <= content_rank((select content from client_benefit where client_id = ${id}))`;

/** Why the person may not read `a`: the lowest tier that may, if one does. */
export const closedTo = (reader: Reader): Sql => sql`
  case when not (${isRead(reader)}) then jsonb_build_object('from_tier', (
    select tier from tier_benefit where benefit = 'content' and content_rank(value) >= content_rank(a.content)
    order by tier_rank(tier) limit 1)) end`;
