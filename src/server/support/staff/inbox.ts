import type { StaffRoom, Inbox } from '#contract/support/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { InboxSort, InboxView } from '#contract/support/staff-names.ts';
import type { Priority, TicketCategory } from '#contract/support/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readTimeCursor, timeCursor } from '#server/platform/lists/time-cursor.ts';
import { readStaffRooms } from './room-row.ts';
import { searchFor } from './search.ts';

interface InboxFilter {
  view: InboxView;
  sort: InboxSort;
  kind?: 'ticket' | 'chat' | undefined;
  category?: TicketCategory | undefined;
  priority?: Priority | undefined;
  language?: Language | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

const pageSize = 50;

/** A chat without messages is not in the inbox. */
const started = sql`c.last_seq > 0`;

/** What is due first: an answer, or to settle it. */
const earliest = sql`least(c.reply_due_at, c.resolve_due_at)`;

const views: Record<InboxView, (me: Pick<Person, 'id'>, now: Date) => Sql> = {
  waiting: () => sql`c.status = 'open'`,
  mine: (me) => sql`c.status in ('open', 'pending') and c.assignee_id = ${me.id}`,
  unassigned: () => sql`c.status in ('open', 'pending') and c.assignee_id is null`,
  // An SLA counts, whether the conversation is snoozed or not.
  due: (_, now) => sql`c.status in ('open', 'snoozed') and ${earliest} <= ${now}::timestamptz
    + make_interval(mins => (select warn_minutes from support_setting))`,
  snoozed: () => sql`c.status = 'snoozed'`,
  resolved: () => sql`c.status in ('resolved', 'closed')`,
  all: () => sql`true`,
};

/** Conversations, by the latest activity or the earliest SLA. */
export async function readInbox({ db, clock }: App, me: Person, filter: InboxFilter): Promise<Inbox> {
  const { sort } = filter;
  const now = clock.now();
  const rows = await readRooms(db, me, now, filter, pageSize + 1);
  const rooms = rows.slice(0, pageSize);
  const last = rooms.at(-1);
  const count = (name: InboxView) => sql`(count(*) filter (where ${views[name](me, now)}))::int`;
  const counts = await db.one<Inbox['counts']>(sql`
    select ${count('waiting')} as waiting, ${count('mine')} as mine, ${count('unassigned')} as unassigned, ${count('due')} as due,
           ${count('snoozed')} as snoozed
    from conversation c where ${started} and c.client_id <> ${me.id} and c.status not in ('resolved', 'closed')`);
  const index =
    last && (sort === 'due' ? (earlierOf(last.reply_due_at, last.resolve_due_at) ?? never) : last.updated_at);
  return { rooms, next_cursor: rows.length > pageSize && last && index ? timeCursor(index, last.id) : null, counts };
}

function readRooms(db: Queries, me: Person, now: Date, filter: InboxFilter, limit: number): Promise<StaffRoom[]> {
  const { view, kind, category, priority, language, sort, cursor } = filter;
  const search = filter.search ? searchFor(filter.search) : undefined;
  return readStaffRooms(
    db,
    me,
    sql`${started} and ${views[view](me, now)}
      ${kind ? sql`and c.kind = ${kind}` : sql``}
      ${category ? sql`and c.category = ${category}` : sql``}
      ${priority ? sql`and c.priority = ${priority}` : sql``}
      ${language ? sql`and p.language = ${language}` : sql``}
      ${search ? sql`and ${search.condition}` : filter.search ? sql`and false` : sql``}
      ${cursor ? after(sort, cursor) : sql``}
      order by ${sort === 'due' ? sql`${dueAt}, c.id` : sql`c.updated_at desc, c.id desc`} limit ${limit}`,
    search?.hit,
  );
}

const columns: Columns<StaffRoom> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  number: ({ number }) => number ?? '',
  subject: ({ subject }) => subject ?? '',
  category: ({ category }) => category ?? '',
  priority: ({ priority }) => priority,
  state: ({ status }) => status,
  client: ({ client }) => client,
  client_id: (room) => room.client_id,
  language: ({ language }) => language,
  assignee: ({ assignee }) => assignee?.name ?? '',
  reply_due_utc: (room) => room.reply_due_at ?? '',
  resolve_due_utc: (room) => room.resolve_due_at ?? '',
  rating: ({ rating }) => (rating === null ? '' : { number: String(rating) }),
  updated_utc: (room) => room.updated_at,
};

/** The same as a file: with their subjects, without their messages. */
export const inboxFile = (app: App, me: Person, filter: InboxFilter): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'conversations',
    action: 'support.export_inbox',
    filter,
    columns,
    read: (limit) => readRooms(app.db, me, app.clock.now(), filter, limit),
  });

/** Conversations without a deadline come last. */
const never = 'infinity';
const dueAt = sql`coalesce(date_trunc('milliseconds', ${earliest}), ${never}::timestamptz)`;

const earlierOf = (...instants: (string | null)[]): string | undefined =>
  instants.filter((at) => at !== null).toSorted()[0];

/** @throws Refusal on `cursor` when it is none of ours */
function after(sort: InboxSort, cursor: string): Sql {
  const { at, id } = readTimeCursor(cursor);
  return sort === 'due'
    ? sql`and (${dueAt}, c.id) > (${at}::timestamptz, ${id}::uuid)`
    : sql`and (date_trunc('milliseconds', c.updated_at), c.id) < (${at}::timestamptz, ${id}::uuid)`;
}
