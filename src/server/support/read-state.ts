import type { ResponseOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { nextOpening } from './business-hours.ts';
import { readHours } from './sla.ts';
import { isOnline, agentIsPresent } from './read-presence.ts';
import { takeSeat } from './room.ts';

/** How long an agent stays in the conversation after a message, even where the inbox is not open. */
const inConversationMinutes = 10;

/**
 * Whether support is present, and when it opens. An agent who replies is present, whatever the working hours say. Every
 * screen of a client reads it here, so that they never differ.
 * @throws Refusal `http.not_found` for a conversation that the person may not read
 */
export async function readSupportState(
  { db, clock }: App,
  me: Person,
  roomId: string | undefined,
): Promise<ResponseOf<'GET /api/chat/hours'>> {
  const now = clock.now();
  if (roomId !== undefined) await takeSeat(db, me, roomId);
  const agent = roomId === undefined ? null : await readAgentIn(db, roomId, now);
  const hours = await readHours(db);
  const opensAt = nextOpening(hours, now);
  const { online } = await db.one<{ online: boolean }>(sql`select ${agentIsPresent(now)} as online`);
  const byHours = opensAt?.getTime() === now.getTime() ? (online ? 'online' : 'away') : 'closed';
  return {
    state: agent === null ? byHours : 'in_conversation',
    agent,
    opens_at: opensAt?.toISOString() ?? null,
    time_zone: hours.timeZone,
  };
}

/** The agent who wrote last, recently; or the one who is assigned, as its client was notified, and is online. */
async function readAgentIn(db: Queries, roomId: string, now: Date): Promise<string | null> {
  const found = await db.maybeOne<{ agent: string | null }>(sql`
    select coalesce(
      (select a.first_name from conversation_message m join person a on a.id = m.author_id
       where m.conversation_id = c.id and m.author_id <> c.client_id and m.kind in ('text', 'file')
         and m.sent_at > ${now}::timestamptz - make_interval(mins => ${inConversationMinutes})
       order by m.seq desc limit 1),
      (select a.first_name from person a where a.id = c.client_agent_id and ${isOnline(now)})) as agent
    from conversation c where c.id = ${roomId} and c.status not in ('resolved', 'closed')`);
  return found?.agent ?? null;
}
