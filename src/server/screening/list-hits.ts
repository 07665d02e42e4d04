import type { ResponseOf } from '#contract/api.ts';
import type { HitRow } from '#contract/screening/endpoints.ts';
import { oldListHours } from '#contract/screening/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readHitRows } from './hit-row.ts';
import { findScreening } from './provider.ts';

type Listed = ResponseOf<'POST /api/staff/screening'>;

const pageLength = 50;

interface Filter {
  view: 'open' | 'confirmed' | 'cleared';
  client_id?: string | undefined;
}

const findHits = (
  db: Queries,
  { view, client_id: clientId }: Filter,
  { limit, offset }: { limit: number; offset: number },
) =>
  readHitRows(
    db,
    sql`h.state = ${view} and (${clientId ?? null}::uuid is null or h.client_id = ${clientId ?? null})
      order by h.found_at, h.id offset ${offset} limit ${limit}`,
  );

const columns: Columns<HitRow> = {
  client: ({ client }) => client.name,
  client_id: ({ client }) => client.id,
  payee: ({ payee }) => payee ?? '',
  entity: ({ caption }) => caption,
  kind: ({ kind }) => kind,
  score: ({ score }) => ({ number: String(score) }),
  state: ({ state }) => state,
  found_at_utc: (row) => row.found_at,
  reopened: ({ reopened }) => (reopened ? 'yes' : ''),
};

/** The hits of one view as a file. */
export const hitsFile = (app: App, me: Person, filter: Filter): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'screening',
    action: 'screening.list_file',
    filter,
    columns,
    read: (limit) => findHits(app.db, filter, { limit, offset: 0 }),
  });

/** The hits of one view, and how the screening is doing. */
export async function listHits(app: App, { offset, ...filter }: Filter & { offset: number }): Promise<Listed> {
  const { db } = app;
  const rows = await findHits(db, filter, { limit: pageLength + 1, offset });
  const counts = await db.one<Listed['counts']>(sql`
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'confirmed')::int as confirmed
    from screening_hit where superseded_at is null`);
  return {
    hits: rows.slice(0, pageLength),
    next_offset: rows.length > pageLength ? offset + pageLength : null,
    counts,
    status: await readStatus(app),
  };
}

interface Run {
  period: string;
  full: boolean;
  checked: number;
  failures: number;
  error: string | null;
  finishedAt: Date | null;
  takenOver: boolean;
  /** A name of it is not compared yet. */
  left: boolean;
}

async function readStatus(app: App): Promise<Listed['status']> {
  const { db } = app;
  const { waiting, since } = await db.one<{ waiting: number; since: Date | null }>(sql`
    select count(*)::int as waiting, min(d.requested_at) as since
    from screening_due d join person c on c.id = d.client_id where c.closed_at is null`);
  const run = await db.maybeOne<Run>(sql`
    select period::text, changed_since is null as full, checked, failures, error, finished_at as "finishedAt",
           taken_over_at is not null as "takenOver", exists (
             select from screening_due d join person c on c.id = d.client_id where d.run_id = r.id and c.closed_at is null) as left
    from screening_run r order by period desc limit 1`);
  // Once every name that was due then was compared after all, there is nothing to mend.
  const failure = await db.maybeOne<{ at: Date; error: string }>(sql`
    select at, error from screening_failure f
    where exists (select from screening_due d join person c on c.id = d.client_id
                  where (d.attempts > 0 or d.next_at <= f.at) and c.closed_at is null)`);
  return {
    connected: (await findScreening(app)) !== null,
    waiting,
    waiting_since: since?.toISOString() ?? null,
    run: run
      ? {
          period: run.period,
          full: run.full,
          state: stateOf(run),
          checked: run.checked,
          failures: run.failures,
          finished_at: run.finishedAt?.toISOString() ?? null,
        }
      : null,
    last_check: await readLastCheck(db),
    last_failure: failure ? { at: failure.at.toISOString(), error: failure.error } : null,
  };
}

/** A run with a failure is a failed run until the last name was compared after all. */
function stateOf({ finishedAt, takenOver, error, left }: Run): NonNullable<Listed['status']['run']>['state'] {
  if (finishedAt && !left) return 'done';
  if (takenOver) return 'taken_over';
  return error === null ? 'running' : 'failed';
}

async function readLastCheck(db: Queries): Promise<Listed['status']['last_check']> {
  const check = await db.maybeOne<{ at: Date; list: string; version: string; algorithm: string; old: boolean }>(sql`
    select at, list, list_version as version, algorithm,
           coalesce(list_updated_at < at - ${oldListHours} * interval '1 hour', false) as old
    from screening_check order by at desc limit 1`);
  return check ? { ...check, at: check.at.toISOString() } : null;
}
