import type { JobLine, UndeliveredEvent } from '#contract/jobs/endpoints.ts';
import type { UndeliveredState } from '#contract/jobs/names.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { listUndelivered } from './list-events.ts';
import { listJobs } from './list-jobs.ts';

const ofJob: Columns<JobLine> = {
  name: ({ name }) => name,
  every_ms: (job) => job.every_ms,
  outcome: ({ outcome }) => outcome,
  started_utc: (job) => job.started_at,
  finished_utc: (job) => job.finished_at,
  took_ms: (job) => job.took_ms,
  next_utc: (job) => job.next_at,
  holder: ({ holder }) => holder,
  failures: ({ failures }) => failures,
  last_failure: (job) => job.last_failure,
  last_failed_utc: (job) => job.last_failed_at,
};

/** The jobs as a file. */
export const jobsFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, { name: 'jobs', action: 'jobs.file', filter: {}, columns: ofJob, read: () => listJobs(app) });

const ofEvent: Columns<UndeliveredEvent> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  state: ({ state }) => state,
  attempts: ({ attempts }) => attempts,
  created_utc: (event) => event.created_at,
  failed_utc: (event) => event.failed_at,
  error: ({ error }) => error,
  next_attempt_utc: (event) => event.next_attempt_at,
};

/** The undelivered events as a file, without their content. */
export const eventsFile = (app: App, me: Person, filter: { state: UndeliveredState }): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'undelivered-events',
    action: 'jobs.events_file',
    filter,
    columns: ofEvent,
    read: async (limit) => (await listUndelivered(app, { ...filter, limit })).events,
  });
