import { z } from 'zod';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { day, fileOfList, instant, uuid, writtenText } from '#contract/kernel/fields.ts';
import { hitDecisions, hitKinds, hitStates, hitViews, screeningReasons } from './names.ts';

/** Support and finance see that payments are paused, never why: a client must not learn of a hit from staff. */
const officers: readonly Role[] = ['compliance', 'admin'];

const hitRow = z.object({
  id: uuid,
  client: z.object({ id: uuid, name: z.string() }),
  /** Who resembles the entity: the client, or the named recipient of a payout. */
  payee: z.string().nullable(),
  caption: z.string(),
  kind: z.enum(hitKinds),
  /** 0 to 1, as the provider scored it. */
  score: z.number(),
  state: z.enum(hitStates),
  found_at: instant,
  /** The entity has changed since it was decided on. */
  reopened: z.boolean(),
});
export type HitRow = z.output<typeof hitRow>;

/** Values of one property side by side; the entity’s are lists. */
const fact = z.object({
  name: z.enum(['name', 'birthDate', 'nationality', 'country', 'topics', 'address']),
  client: z.array(z.string()),
  entity: z.array(z.string()),
});

export const shownHit = hitRow.extend({
  entity_id: z.string(),
  schema: z.string(),
  lists: z.array(z.string()),
  last_change: instant.nullable(),
  facts: z.array(fact),
  /** What the hit was found with. */
  found_with: z.object({ list: z.string(), version: z.string(), algorithm: z.string(), threshold: z.number() }),
  decision: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
  /** What a colleague has requested; another one decides under approvals. */
  requested: z
    .object({ decision: z.enum(hitDecisions), by: z.string(), at: instant, reason: z.string(), own: z.boolean() })
    .nullable(),
  /** It is about the caller, who may only view it. */
  own: z.boolean(),
});
export type ShownHit = z.output<typeof shownHit>;

const hitsFilter = z.strictObject({
  view: z.enum(hitViews, 'validation.choice').default('open'),
  client_id: uuid.optional(),
});

const which = { hit_id: uuid };
const reason = writtenText.pipe(z.string().min(3, 'validation.required').max(500));
const always = [...proofRefusals, 'http.not_found', 'screening.own_hit'] as const;

export const screeningEndpoints = {
  'screening.list': {
    route: 'POST /api/staff/screening',
    guard: officers,
    summary:
      'Hits of the screening, the oldest first, 50 at a time, and how the screening is doing: names that wait, the last run, list and failure.',
    body: hitsFilter.extend({ offset: z.number().int().min(0).max(100_000).default(0) }),
    response: z.object({
      hits: z.array(hitRow),
      next_offset: z.number().int().nullable(),
      counts: z.object({ open: z.number().int(), confirmed: z.number().int() }),
      status: z.object({
        /** Whether a provider is connected; without one no client is compared. */
        connected: z.boolean(),
        waiting: z.number().int(),
        waiting_since: instant.nullable(),
        run: z
          .object({
            period: day,
            full: z.boolean(),
            state: z.enum(['running', 'failed', 'done', 'taken_over']),
            checked: z.number().int(),
            failures: z.number().int(),
            finished_at: instant.nullable(),
          })
          .nullable(),
        last_check: z
          .object({
            at: instant,
            list: z.string(),
            version: z.string(),
            algorithm: z.string(),
            /** Its index was older than 48 hours then. */
            old: z.boolean(),
          })
          .nullable(),
        last_failure: z.object({ at: instant, error: z.string() }).nullable(),
      }),
    }),
  },
  'screening.list_file': {
    route: 'GET /api/staff/screening/file',
    readsReplica: true,
    guard: officers,
    summary: 'The same hits as CSV, 10,000 at most. Logged.',
    query: hitsFilter,
    ...fileOfList,
  },
  'screening.hit': {
    route: 'POST /api/staff/screening/hit',
    guard: officers,
    summary: 'One hit with the facts of the client and of the entity side by side. The view is logged.',
    body: z.strictObject(which),
    response: shownHit,
    refusals: ['http.not_found'],
  },
  'screening.client': {
    route: 'POST /api/staff/screening/client',
    guard: officers,
    summary: 'The status of the screening of one client, and the last comparisons.',
    body: z.strictObject({ client_id: uuid }),
    response: z.object({
      open: z.number().int(),
      confirmed: z.number().int(),
      /** A name waits to be compared. */
      waiting: z.boolean(),
      /** Payments of the client are paused by a hit. */
      paused: z.boolean(),
      checks: z.array(
        z.object({
          at: instant,
          reason: z.enum(screeningReasons),
          payee: z.string().nullable(),
          hits: z.number().int(),
        }),
      ),
    }),
    refusals: ['http.not_found'],
  },
  'screening.clear': {
    route: 'POST /api/staff/screening/clear',
    guard: officers,
    summary:
      'Decide that the entity is someone else, as long as it is unchanged. Another person approves it, as it releases payments.',
    body: z.strictObject({ ...which, reason, ...proof }),
    response: shownHit,
    refusals: [...always, 'screening.decided', 'approvals.request_open'],
  },
  'screening.confirm': {
    route: 'POST /api/staff/screening/confirm',
    guard: officers,
    summary:
      'Decide that the entity is the client, or the recipient of a payout. With a sanctions list, payments stay paused until ' +
      'two people clear it; with any other list they’re released, so another person approves it.',
    body: z.strictObject({ ...which, reason, ...proof }),
    response: shownHit,
    refusals: [...always, 'screening.decided', 'approvals.request_open'],
  },
} as const satisfies Endpoints;
