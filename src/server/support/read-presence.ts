import type { AnswerOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { nextOpening } from './business-hours.ts';
import { readHours } from './promise.ts';

type Hours = AnswerOf<'GET /api/chat/hours'>;
export type Agent = AnswerOf<'POST /api/staff/support/presence'>['agents'][number];

/** Beats come every half minute; whoever misses three is gone. */
const presentS = 90;

/** Whether support is there for clients, and when it will be. */
export async function readSupportHours({ db, clock }: App): Promise<Hours> {
  const now = clock.now();
  const hours = await readHours(db);
  const opensAt = nextOpening(hours, now);
  const agents = await readAgents(db, now);
  return {
    open: opensAt?.getTime() === now.getTime(),
    agents: agents.some(({ present, away }) => present && !away),
    opens_at: opensAt?.toISOString() ?? null,
    time_zone: hours.timeZone,
  };
}

/** Whether anybody who answers clients is there now, as a condition. */
export const somebodyIsThere = (now: Date): Sql => sql`
  exists (select from support_presence p join client a on a.id = p.person_id
          where not p.away and a.roles && array['support', 'admin']
            and p.seen_at > ${now}::timestamptz - make_interval(secs => ${presentS}))`;

/** Everybody who answers clients, and who of them is there. */
export async function readAgents(db: Queries, now: Date): Promise<Agent[]> {
  return db.rows<Agent>(sql`
    select c.id, c.first_name || ' ' || c.second_name as name, coalesce(p.away, false) as away,
           p.seen_at is not null as present,
           array(select l.room_id from support_look l
                 where l.person_id = p.person_id and l.seen_at > ${now}::timestamptz - make_interval(secs => ${presentS})) as room_ids
    from client c left join support_presence p on p.person_id = c.id and p.seen_at > ${now}::timestamptz - make_interval(secs => ${presentS})
    where c.roles && array['support', 'admin']
    order by c.first_name, c.id`);
}
