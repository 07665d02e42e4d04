import { z } from 'zod';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import {
  country,
  currencyCode,
  decimal,
  done,
  flag,
  instant,
  nothing,
  uuid,
  wholeNumber,
  writtenLine,
  writtenText,
} from '#contract/kernel/fields.ts';
import { keyOverlaps } from '#contract/operator/names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { inboxStates, portNames } from './names.ts';

/** Who sees them; administrators configure. */
const readers: readonly Role[] = ['finance', 'compliance', 'admin'];

const serves = {
  in_own_network: z.boolean(),
  countries: z.array(z.string()),
  currencies: z.array(z.string()),
  tiers: z.array(z.enum(tierNames)),
  min: decimal.nullable(),
  max: decimal.nullable(),
  order: z.number().int(),
};

const value = z.object({
  name: z.string(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  ...serves,
});

const field = z.object({
  name: z.string(),
  kind: z.enum(['text', 'address', 'host', 'number', 'flag', 'choice', 'stand_in', 'secret']),
  optional: z.boolean(),
  choices: z.array(z.string()),
  /** It stays once the connection was in use; another account takes another connection. */
  account: z.boolean(),
});

const adapter = z.object({ name: z.string(), port: z.enum(portNames), hooks: z.boolean(), fields: z.array(field) });
export type ConnectionAdapter = z.output<typeof adapter>;

const connection = z.object({
  id: uuid,
  port: z.enum(portNames),
  adapter: z.string(),
  name: z.string(),
  state: z.enum(['off', 'on']),
  /** What is in use; null before that. */
  value: value.nullable(),
  /** What is to be put into use; null when nothing was changed. */
  draft: value.nullable(),
  /** Secrets by their last characters. `waiting` is not in use yet; `ends_at` is set while a newer one replaces it. */
  secrets: z.array(z.object({ name: z.string(), hint: z.string(), waiting: z.boolean(), ends_at: instant.nullable() })),
  /** Whether putting it into use takes two people. */
  takes_two: z.boolean(),
  /** Whether turning it off does: it protects something as long as it is on. */
  off_takes_two: z.boolean(),
  /** Whether its removal does: it was in use, and two people had put it there. */
  removal_takes_two: z.boolean(),
  /** The address that the provider is given; null where it does not call. */
  hook_url: z.string().nullable(),
  /** The last test; `current` when nothing was changed since. */
  probe: z
    .object({
      at: instant,
      ok: z.boolean(),
      current: z.boolean(),
      steps: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.number().int(), detail: z.string() })),
    })
    .nullable(),
  /** Its calls are paused because most of the last ones failed. */
  failing: z.boolean(),
  last_ok_at: instant.nullable(),
  last_failed_at: instant.nullable(),
  last_failure: z.string().nullable(),
  waiting_events: z.number().int(),
  failed_events: z.number().int(),
  /** Of the last 24 hours. */
  refused_calls: z.number().int(),
  /** Payments that only its provider can decide, 1,000 at most. It is removed once there are none. */
  undecided_payments: z.number().int(),
});
export type Connection = z.output<typeof connection>;

const bound = z.union([z.literal(''), decimal]).optional();

const input = {
  name: writtenLine.pipe(z.string().min(1, 'validation.required').max(60)),
  /** Settings and secrets by the names of the adapter’s fields; a secret that is left out or empty stays. */
  fields: z.record(z.string().max(40), z.string().max(4000)),
  in_own_network: flag,
  countries: z.array(country).max(260),
  currencies: z.array(currencyCode).max(50),
  tiers: z.array(z.enum(tierNames, 'validation.choice')).max(tierNames.length),
  min: bound,
  max: bound,
  order: wholeNumber(1, 999),
};
const which = { connection_id: uuid };
const reason = writtenText.pipe(z.string().min(3, 'validation.required').max(300));
const fieldRefusals = [
  'connections.value',
  'connections.address',
  'validation.required',
  'connections.amounts',
] as const;
const rateLimit = { hits: 60, windowS: 3600, by: 'person' } as const;

const call = z.object({
  id: z.string(),
  at: instant,
  connection: z.string(),
  purpose: z.string(),
  ref: z.string().nullable(),
  method: z.string(),
  host: z.string(),
  path: z.string(),
  /** Of HTTP; 0 for another protocol. */
  status: z.number().int().nullable(),
  failure: z.string().nullable(),
  duration_ms: z.number().int(),
});

const event = z.object({
  id: z.string(),
  at: instant,
  connection: z.string(),
  event_id: z.string(),
  type: z.string(),
  subject: z.string().nullable(),
  ref: z.string().nullable(),
  state: z.enum(inboxStates),
  attempts: z.number().int(),
  /** How often a call has brought it again, and when last. */
  repeats: z.number().int(),
  repeated_at: instant.nullable(),
  next_at: instant.nullable(),
  error: z.string().nullable(),
});
export type ProviderEvent = z.output<typeof event>;

const position = z
  .string()
  .regex(/^\d{1,18}$/, 'validation.identifier')
  .optional();

export const connectionsEndpoints = {
  'connections.list': {
    route: 'POST /api/staff/connections',
    guard: readers,
    summary: 'Connections to providers with their health, and the adapters that there are.',
    body: nothing,
    response: z.object({ adapters: z.array(adapter), connections: z.array(connection) }),
  },
  'connections.create': {
    route: 'POST /api/staff/connections/create',
    guard: ['admin'],
    summary: 'Add a connection. It stays off until it has passed its test and is put into use.',
    body: z.strictObject({ adapter: z.string().max(30), ...input, ...proof }),
    response: z.object({ connection_id: uuid }),
    refusals: [...proofRefusals, 'connections.adapter', ...fieldRefusals],
    rateLimit,
  },
  'connections.edit': {
    route: 'POST /api/staff/connections/edit',
    guard: ['admin'],
    summary: 'Change a connection. What is in use stays until the change has passed its test and is put into use.',
    body: z.strictObject({ ...which, ...input, ...proof }),
    response: done,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'connections.forged',
      'connections.adapter',
      ...fieldRefusals,
      'connections.account_fixed',
      'connections.secret_again',
    ],
    rateLimit,
  },
  'connections.test': {
    route: 'POST /api/staff/connections/test',
    guard: ['admin'],
    summary: 'Test a connection with its newest settings and secrets. The test only reads.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found', 'connections.forged', 'connections.adapter'],
    rateLimit,
  },
  'connections.use': {
    route: 'POST /api/staff/connections/use',
    guard: ['admin'],
    summary:
      'Put a connection into use as it was tested. One that moves money or stops it needs the approval of another person. A replaced secret is accepted for the given hours.',
    body: z.strictObject({
      ...which,
      overlap_hours: wholeNumber(0, Math.max(...keyOverlaps)),
      reason,
      ...proof,
    }),
    response: done,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'connections.forged',
      'connections.unchanged',
      'connections.untested',
      'approvals.request_open',
    ],
    rateLimit,
  },
  'connections.switch_off': {
    route: 'POST /api/staff/connections/switch-off',
    guard: ['admin'],
    summary: 'Stop using a connection. It takes no new orders; what was sent to it can still be looked up.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found', 'connections.forged', 'connections.off_takes_two'],
  },
  'connections.request_off': {
    route: 'POST /api/staff/connections/request-off',
    guard: ['admin'],
    summary: 'Request that a connection is turned off, which another person approves.',
    body: z.strictObject({ ...which, reason, ...proof }),
    response: done,
    refusals: [...proofRefusals, 'http.not_found', 'connections.forged', 'approvals.request_open'],
    rateLimit,
  },
  'connections.remove': {
    route: 'POST /api/staff/connections/remove',
    guard: ['admin'],
    summary:
      'Remove a connection that is off, with its secrets. One that two people put into use takes `connections.request_removal`.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found', 'connections.forged', 'connections.still_on', 'connections.removal_takes_two'],
  },
  'connections.request_removal': {
    route: 'POST /api/staff/connections/request-removal',
    guard: ['admin'],
    summary:
      'Request the removal of a connection that is off, which another person approves. Its payments must be decided.',
    body: z.strictObject({ ...which, reason, ...proof }),
    response: done,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'connections.forged',
      'connections.still_on',
      'connections.in_use',
      'approvals.request_open',
    ],
    rateLimit,
  },
  'connections.calls': {
    route: 'POST /api/staff/connections/calls',
    guard: readers,
    summary: 'Calls to providers, newest first, 50 at a time. Neither headers nor bodies are kept.',
    body: z.strictObject({ connection_id: uuid.optional(), cursor: position }),
    response: z.object({ calls: z.array(call), next_cursor: z.string().nullable() }),
  },
  'connections.events': {
    route: 'POST /api/staff/connections/events',
    guard: readers,
    summary: 'Events of providers, newest first, 50 at a time.',
    body: z.strictObject({
      connection_id: uuid.optional(),
      state: z.enum(inboxStates, 'validation.choice').optional(),
      cursor: position,
    }),
    response: z.object({ events: z.array(event), next_cursor: z.string().nullable() }),
  },
  'connections.replay': {
    route: 'POST /api/staff/connections/replay',
    guard: ['finance', 'admin'],
    summary: 'Handle an event again. What it has already changed stays as it is.',
    body: z.strictObject({ event_id: z.string().regex(/^\d{1,18}$/, 'validation.identifier') }),
    response: done,
    refusals: ['http.not_found', 'connections.event_waiting'],
    rateLimit: { hits: 200, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
