import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { day, decimal, done, instant, uuid, wholeNumber, writtenText } from './fields.ts';
import { overrideKinds, stoppableKinds } from './override-names.ts';
import { proof, proofRefusals } from './proof.ts';
import { reasonCode, toldReason } from './reasons.ts';

/** Who may set something for one client. */
const setters: readonly Role[] = ['compliance', 'admin'];

const reason = writtenText.pipe(z.string().min(3, 'validation.required').max(300));
/** US dollars; null is no limit. */
const usd = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'validation.number')
  .nullable();

const someKinds = z
  .array(z.enum(stoppableKinds, 'validation.choice'))
  .min(1, 'validation.required')
  .refine((kinds) => new Set(kinds).size === kinds.length, 'validation.choice');

const limits = z.object({
  per_operation: decimal.nullable(),
  per_day: decimal.nullable(),
  per_month: decimal.nullable(),
});

const setting = {
  /** The last day (UTC) on which it counts; null is for good. */
  until: day.nullable(),
  reason,
  ...proof,
};

const bySomebody = {
  until: z.iso.date().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  at: instant,
};

/** Payments of his that staff have stopped. `reason` is what he reads, `note` is for staff. */
const stop = z.object({
  reason: toldReason,
  note: z.string().nullable(),
  until: z.iso.date().nullable(),
  by: z.string(),
  at: instant,
});

const payments = z.object({
  stopped: stop.nullable(),
  /** Whether his level has the right at all; what is set for him gives none. */
  allowed: z.boolean(),
  house: limits,
  own: limits.extend(bySomebody).nullable(),
});

/** What lets him do no more than before counts at once. */
const outcome = z.object({ outcome: z.enum(['changed', 'proposed']) });

export const staffOverridesEndpoints = {
  'staff.overrides': {
    route: 'POST /api/staff/clients/overrides',
    guard: 'staff',
    summary: 'What holds for a client by the rules of the house, and what was set for him instead. In US dollars.',
    body: z.strictObject({ client_id: uuid }),
    answer: z.object({
      trading_accounts: z.object({
        house: z.number().int(),
        open: z.number().int(),
        own: z.object({ most: z.number().int(), ...bySomebody }).nullable(),
      }),
      deposit: payments,
      withdrawal: payments,
    }),
    refusals: ['http.not_found'],
  },
  'staff.set_limits': {
    route: 'POST /api/staff/clients/overrides/limits',
    guard: setters,
    summary:
      'Set how much one client may pay in or out, whatever his level and tier say, with a proof that it is oneself. What lets him do more waits for somebody else; he is told of what counts. Nobody sets his own.',
    body: z.strictObject({
      client_id: uuid,
      kind: z.enum(['deposit', 'withdrawal'], 'validation.choice'),
      per_operation: usd,
      per_day: usd,
      per_month: usd,
      ...setting,
    }),
    answer: outcome,
    refusals: [
      'http.not_found',
      'staff.own_profile',
      'staff.override_until',
      'staff.override_order',
      ...proofRefusals,
      'proposals.open',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.set_account_limit': {
    route: 'POST /api/staff/clients/overrides/accounts',
    guard: setters,
    summary:
      'Set how many trading accounts one client may have, with a proof that it is oneself. More of them wait for somebody else; he is told of what counts.',
    body: z.strictObject({ client_id: uuid, most: wholeNumber(0, 100), ...setting }),
    answer: outcome,
    refusals: ['http.not_found', 'staff.own_profile', 'staff.override_until', ...proofRefusals, 'proposals.open'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.end_override': {
    route: 'POST /api/staff/clients/overrides/end',
    guard: setters,
    summary:
      'Let the rule of the house hold for a client again, with a proof that it is oneself. Where it lets him do more, it waits for somebody else.',
    body: z.strictObject({
      client_id: uuid,
      kind: z.enum(overrideKinds, 'validation.choice'),
      reason,
      ...proof,
    }),
    answer: outcome,
    refusals: ['http.not_found', 'staff.own_profile', ...proofRefusals, 'staff.override_none', 'proposals.open'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.stop_payments': {
    route: 'POST /api/staff/clients/stop-payments',
    guard: setters,
    summary:
      'Stop deposits, withdrawals or both of one client, with a proof that it is oneself. He asks for none anew, and what waits to be sent waits on; what his bank has sent is credited. He is told why.',
    body: z.strictObject({
      client_id: uuid,
      kinds: someKinds,
      /** The client reads it. */
      reason: reasonCode,
      /** Staff only do. */
      note: writtenText.pipe(z.string().max(300)).optional(),
      until: day.nullable(),
      ...proof,
    }),
    answer: done,
    refusals: ['http.not_found', 'staff.own_profile', 'staff.override_until', ...proofRefusals, 'reasons.not_open'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.release_payments': {
    route: 'POST /api/staff/clients/release-payments',
    guard: setters,
    summary: 'Let payments of a client go on that were stopped, with a proof that it is oneself. He is told.',
    body: z.strictObject({ client_id: uuid, kinds: someKinds, reason, ...proof }),
    answer: done,
    refusals: ['http.not_found', 'staff.own_profile', ...proofRefusals, 'staff.not_stopped'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;

export type ClientOverrides = z.output<(typeof staffOverridesEndpoints)['staff.overrides']['answer']>;
