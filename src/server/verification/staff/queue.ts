import type { VerificationRow } from '#contract/verification/staff-endpoints.ts';
import type { DocumentKind, Need, QueueView } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { waitingNeeds } from '../settle.ts';

const pageLength = 50;

interface Row {
  clientId: string;
  name: string;
  email: string;
  country: string;
  level: number;
  waiting: Need[];
  waitingSince: Date | null;
  dueAt: Date | null;
  reviewerId: string | null;
  reviewerName: string | null;
}

/** Clients `c` with their cases `k`, where a condition holds; a review that has run out is none. */
export async function readRows(db: Queries, at: Date, conditionAndOrder: Sql): Promise<VerificationRow[]> {
  const rows = await db.rows<Row>(sql`
    select c.id as "clientId", c.full_name as name, c.email, c.country,
           ${clientLevel} as level, ${waitingNeeds} as waiting,
           k.waiting_since as "waitingSince", k.due_at as "dueAt", r.id as "reviewerId",
           r.full_name as "reviewerName"
    from person c join verification_status v on v.client_id = c.id
    left join verification_case k on k.client_id = c.id
    left join person r on r.id = k.reviewer_id and k.reviewed_until > ${at}
    where ${conditionAndOrder}`);
  return rows.map((row) => ({
    client_id: row.clientId,
    name: row.name,
    email: row.email,
    country: row.country,
    level: row.level,
    waiting: row.waiting,
    waiting_since: row.waitingSince?.toISOString() ?? null,
    due_at: row.dueAt?.toISOString() ?? null,
    reviewer: row.reviewerId && row.reviewerName ? { id: row.reviewerId, name: row.reviewerName } : null,
  }));
}

interface Filters {
  view: QueueView;
  kind?: DocumentKind | undefined;
  search?: string | undefined;
}

/** The cases that wait for staff, those due first on top. */
export async function listQueue(app: App, me: Person, { offset, ...filters }: Filters & { offset: number }) {
  const rows = await findQueued(app, me, filters, { limit: pageLength + 1, offset });
  return {
    rows: rows.slice(0, pageLength),
    next_offset: rows.length > pageLength ? offset + pageLength : null,
  };
}

const columns: Columns<VerificationRow> = {
  client: ({ name }) => name,
  client_id: (row) => row.client_id,
  email: ({ email }) => email,
  country: ({ country }) => country,
  level: ({ level }) => ({ number: String(level) }),
  waiting: ({ waiting }) => waiting.join(' '),
  waiting_since_utc: (row) => row.waiting_since ?? '',
  due_utc: (row) => row.due_at ?? '',
  reviewer: ({ reviewer }) => reviewer?.name ?? '',
};

/** The same as a file. */
export const queueFile = (app: App, me: Person, filter: Filters): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'verification',
    action: 'verification.queue_file',
    filter,
    columns,
    read: (limit) => findQueued(app, me, filter, { limit, offset: 0 }),
  });

function findQueued(
  app: App,
  me: Person,
  { view, kind, search = '' }: Filters,
  { limit, offset }: { limit: number; offset: number },
): Promise<VerificationRow[]> {
  const at = app.clock.now();
  const inView = {
    waiting: sql`k.due_at is not null`,
    mine: sql`k.reviewer_id = ${me.id} and k.reviewed_until > ${at}`,
    all: sql`(k.client_id is not null or exists (select from verification_document d where d.client_id = c.id))`,
  }[view];
  const ofKind = kind
    ? sql`exists (select from verification_document d where d.client_id = c.id and d.kind = ${kind} and d.state = 'pending')`
    : sql`true`;
  return readRows(
    app.db,
    at,
    sql`${inView} and ${ofKind} and name_and_email(c) ilike ${patternOf(search)}
      order by k.due_at nulls last, c.id limit ${limit} offset ${offset}`,
  );
}
