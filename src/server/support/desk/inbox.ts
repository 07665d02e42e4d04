import type { Inbox } from '#contract/support-desk.ts';
import type { Priority, TicketCategory } from '#contract/support-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { readDeskRooms } from './room-row.ts';

type View = 'waiting' | 'mine' | 'unassigned' | 'snoozed' | 'resolved' | 'all';

export interface InboxFilter {
  view: View;
  kind?: 'ticket' | 'chat' | undefined;
  category?: TicketCategory | undefined;
  priority?: Priority | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

const pageSize = 50;

/** A chat in which nobody has said anything yet is nobody's work. */
const begun = sql`c.last_seq > 0`;

const views: Record<View, (me: Pick<Client, 'id'>) => Sql> = {
  waiting: () => sql`c.status = 'open'`,
  mine: (me) => sql`c.status in ('open', 'pending') and c.assignee_id = ${me.id}`,
  unassigned: () => sql`c.status in ('open', 'pending') and c.assignee_id is null`,
  snoozed: () => sql`c.status = 'snoozed'`,
  resolved: () => sql`c.status in ('resolved', 'closed')`,
  all: () => sql`true`,
};

/** Conversations, the latest activity first. */
export async function readInbox({ db }: App, me: Client, filter: InboxFilter): Promise<Inbox> {
  const { view, kind, category, priority, search, cursor } = filter;
  const rows = await readDeskRooms(
    db,
    me,
    sql`${begun} and ${views[view](me)}
      ${kind ? sql`and c.kind = ${kind}` : sql``}
      ${category ? sql`and c.category = ${category}` : sql``}
      ${priority ? sql`and c.priority = ${priority}` : sql``}
      ${search ? matching(search) : sql``}
      ${cursor ? after(cursor) : sql``}
      order by c.updated_at desc, c.id desc limit ${pageSize + 1}`,
  );
  const rooms = rows.slice(0, pageSize);
  const last = rooms.at(-1);
  const count = (name: View) => sql`(count(*) filter (where ${views[name](me)}))::int`;
  const counts = await db.one<Inbox['counts']>(sql`
    select ${count('waiting')} as waiting, ${count('mine')} as mine, ${count('unassigned')} as unassigned, ${count('snoozed')} as snoozed
    from conversation c where ${begun} and c.status not in ('resolved', 'closed')`);
  return { rooms, next_cursor: rows.length > pageSize && last ? `${last.updated_at} ${last.id}` : null, counts };
}

function matching(search: string): Sql {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`and (c.number ilike ${pattern} or c.subject ilike ${pattern} or c.link_label ilike ${pattern} or p.email ilike ${pattern}
    or p.first_name || ' ' || p.second_name ilike ${pattern} or exists (
      select from conversation_message m where m.conversation_id = c.id and m.words @@ plainto_tsquery('simple', ${search})))`;
}

/** @throws Refusal on `cursor` when it is none of ours */
function after(cursor: string): Sql {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (!at || !id) throw refuseField('cursor', 'validation.identifier');
  return sql`and (date_trunc('milliseconds', c.updated_at), c.id) < (${at}::timestamptz, ${id}::uuid)`;
}
