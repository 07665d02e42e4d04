import type { AnswerOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { readAgents } from '../read-presence.ts';
import { deskChannel } from '../ring.ts';

interface Whereabouts {
  away: boolean;
  roomId: string | null;
}

/** Notes that somebody of support is there, and at which conversation, and says who else is. */
export async function beat(
  { db, clock, realtime }: App,
  me: Client,
  { away, room_id }: { away?: boolean | undefined; room_id?: string | null | undefined },
): Promise<AnswerOf<'POST /api/staff/support/presence'>> {
  const now = clock.now();
  const before = await db.maybeOne<Whereabouts>(
    sql`select away, room_id as "roomId" from support_presence where person_id = ${me.id}`,
  );
  // A conversation that is not there is nowhere.
  const after = await db.one<Whereabouts>(sql`
    insert into support_presence as p (person_id, away, room_id, seen_at)
    values (${me.id}, ${away ?? before?.away ?? false}, (select id from conversation where id = ${room_id ?? null}), ${now})
    on conflict (person_id) do update set away = excluded.away, room_id = excluded.room_id, seen_at = excluded.seen_at
    returning away, room_id as "roomId"`);
  if (before?.away !== after.away || before.roomId !== after.roomId)
    await realtime.publish(deskChannel, 'presence.changed', {});
  return { agents: await readAgents(db, now) };
}
