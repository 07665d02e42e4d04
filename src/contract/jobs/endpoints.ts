import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, fileOfList, instant, nothing } from '#contract/kernel/fields.ts';
import { declarations } from '#contract/modules.ts';
import { jobOutcomes, undeliveredStates, type JobName } from './names.ts';

/** All jobs that run by the clock. */
export const jobNames = declarations.flatMap(({ jobs = [] }) => jobs) as JobName[];

const job = z.object({
  name: z.enum(jobNames),
  every_ms: z.number().int(),
  outcome: z.enum(jobOutcomes),
  started_at: instant.nullable(),
  /** Of the run that began last; null while it runs, and when it was broken off. */
  finished_at: instant.nullable(),
  took_ms: z.number().int().nullable(),
  /** By the instance that answers; another one may be earlier. Null while it runs. */
  next_at: instant.nullable(),
  /** The instance that runs it now, as `host:process`. */
  holder: z.string().nullable(),
  /** Failures one after the other, up to now. */
  failures: z.number().int(),
  last_failure: z.string().nullable(),
  last_failed_at: instant.nullable(),
  /** When a run last succeeded. */
  last_done_at: instant.nullable(),
});
export type JobLine = z.output<typeof job>;

const eventNumber = z.string().regex(/^\d{1,18}$/, 'validation.identifier');

const event = z.object({
  id: eventNumber,
  name: z.string(),
  state: z.enum(undeliveredStates),
  attempts: z.number().int(),
  created_at: instant,
  failed_at: instant.nullable(),
  /** What the last attempt failed with, in one line. */
  error: z.string().nullable(),
  /** Null once it is given up, and while an attempt is running. */
  next_attempt_at: instant.nullable(),
});
export type UndeliveredEvent = z.output<typeof event>;

const which = { state: z.enum(undeliveredStates, 'validation.choice') };

export const jobsEndpoints = {
  'jobs.list': {
    route: 'POST /api/staff/jobs',
    guard: ['admin'],
    summary: 'Scheduled jobs, the last result of each, and how many events are waiting for delivery.',
    body: nothing,
    response: z.object({
      jobs: z.array(job),
      events: z.object({
        waiting: z.number().int(),
        /** When the oldest one that waits was written. */
        oldest_at: instant.nullable(),
        failing: z.number().int(),
        given_up: z.number().int(),
      }),
    }),
  },
  'jobs.file': {
    route: 'GET /api/staff/jobs/file',
    guard: ['admin'],
    summary: 'The jobs as CSV. Logged.',
    ...fileOfList,
  },
  'jobs.events': {
    route: 'POST /api/staff/jobs/events',
    guard: ['admin'],
    summary: 'Events that haven’t been delivered yet or were given up, newest first, 50 at a time.',
    body: z.strictObject({ ...which, cursor: eventNumber.optional() }),
    response: z.object({ events: z.array(event), next_cursor: z.string().nullable() }),
  },
  'jobs.events_file': {
    route: 'GET /api/staff/jobs/events/file',
    readsReplica: true,
    guard: ['admin'],
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(which),
    ...fileOfList,
  },
  'jobs.try_again': {
    route: 'POST /api/staff/jobs/events/try-again',
    guard: ['admin'],
    summary:
      'Deliver one event now. Of several requests one is logged. An event that was given ' +
      'up gets one more attempt.',
    body: z.strictObject({ event_id: eventNumber }),
    response: done,
    refusals: ['http.not_found', 'jobs.delivered', 'jobs.under_way'],
  },
  'jobs.try_all_again': {
    route: 'POST /api/staff/jobs/events/try-all-again',
    guard: ['admin'],
    summary: 'Give each event that was given up one more attempt now. Returns how many there are.',
    body: nothing,
    response: z.object({ count: z.number().int() }),
  },
} as const satisfies Endpoints;
