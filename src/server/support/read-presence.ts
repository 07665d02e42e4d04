import type { ResponseOf } from '#contract/api.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

export type Agent = ResponseOf<'POST /api/staff/support/presence'>['agents'][number];

/** Presence is updated every half minute; an agent who misses three updates is gone. */
const presentS = 90;

/** People who answer clients and are online, as a condition on `a`. */
export const isOnline = (now: Date): Sql => sql`
  a.roles && array['support', 'admin']
  and exists (select from support_presence p
              where p.person_id = a.id and not p.away and p.seen_at > ${now}::timestamptz - make_interval(secs => ${presentS}))`;

/** Whether any agent is present now, as a condition. */
export const agentIsPresent = (now: Date): Sql => sql`exists (select from person a where ${isOnline(now)})`;

/** All agents, and which of them are present. */
export async function readAgents(db: Queries, now: Date): Promise<Agent[]> {
  return db.rows<Agent>(sql`
    select c.id, c.full_name as name, coalesce(p.away, false) as away,
           p.seen_at is not null as present,
           array(select l.conversation_id from conversation_presence l
                 where l.person_id = p.person_id and l.seen_at > ${now}::timestamptz - make_interval(secs => ${presentS})) as room_ids
    from person c left join support_presence p on p.person_id = c.id and p.seen_at > ${now}::timestamptz - make_interval(secs => ${presentS})
    where c.roles && array['support', 'admin']
    order by c.first_name, c.id`);
}
