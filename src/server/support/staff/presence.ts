import type { ResponseOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readAgents, type Agent } from '../read-presence.ts';
import { staffChannel } from '../broadcast.ts';

interface Beat {
  away?: boolean | undefined;
  room_id?: string | undefined;
  left_id?: string | undefined;
}

/** Stores that an agent is present, and at which conversations, and returns who else is. */
export async function beat(
  { db, clock, realtime }: App,
  me: Person,
  { away, room_id, left_id }: Beat,
): Promise<ResponseOf<'POST /api/staff/support/presence'>> {
  const now = clock.now();
  const mine = (agents: Agent[]) => JSON.stringify(agents.find(({ id }) => id === me.id));
  const before = mine(await readAgents(db, now));
  await db.run(sql`
    insert into support_presence as p (person_id, away, seen_at) values (${me.id}, ${away ?? false}, ${now})
    on conflict (person_id) do update set away = coalesce(${away ?? null}, p.away), seen_at = excluded.seen_at`);
  // An unknown conversation is ignored.
  await db.run(sql`
    insert into conversation_presence (person_id, conversation_id, seen_at) select ${me.id}, id, ${now} from conversation where id = ${room_id ?? null}
    on conflict (person_id, conversation_id) do update set seen_at = excluded.seen_at`);
  await db.run(
    sql`delete from conversation_presence where person_id = ${me.id} and conversation_id = ${left_id ?? null}`,
  );
  const agents = await readAgents(db, now);
  if (before !== mine(agents)) await realtime.publish(staffChannel, 'presence.changed', {});
  return { agents };
}
