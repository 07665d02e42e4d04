import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';

type Reader = Pick<Client, 'id' | 'roles'>;

/** Whether somebody reads the article `a`: by his tier, unless he writes articles himself. */
export const isRead = ({ id, roles }: Reader): Sql =>
  roles.includes('admin')
    ? sql`true`
    : sql`content_rank(a.content) <= content_rank((select content from client_benefit where client_id = ${id}))`;

/** Why he does not read `a`: the lowest tier that does, if one does. */
export const closedTo = (reader: Reader): Sql => sql`
  case when not (${isRead(reader)}) then jsonb_build_object('from_tier', (
    select tier from tier_benefit where benefit = 'content' and content_rank(value) >= content_rank(a.content)
    order by tier_rank(tier) limit 1)) end`;
