import type { AnswerOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { readAgents } from '../read-presence.ts';

/** Notes that somebody of support is there, and says who else is. */
export async function beat(
  { db, clock }: App,
  me: Client,
  { away }: { away: boolean },
): Promise<AnswerOf<'POST /api/staff/support/presence'>> {
  const now = clock.now();
  await db.run(sql`
    insert into support_presence (person_id, away, seen_at) values (${me.id}, ${away}, ${now})
    on conflict (person_id) do update set away = excluded.away, seen_at = excluded.seen_at`);
  return { agents: await readAgents(db, now) };
}
