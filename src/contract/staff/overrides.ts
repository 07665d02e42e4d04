import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { day, decimal, done, instant, uuid, wholeNumber, writtenText } from '#contract/kernel/fields.ts';
import { overrideKinds, restrictableKinds } from './override-names.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { reasonCode, formattedReason } from '#contract/reasons/endpoints.ts';

/** Who may set an override for a client. */
const setters: readonly Role[] = ['compliance', 'admin'];

const reason = writtenText.pipe(z.string().min(3, 'validation.required').max(300));
/** US dollars; null is no limit. */
const usd = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'validation.number')
  .nullable();

const someKinds = z
  .array(z.enum(restrictableKinds, 'validation.choice'))
  .min(1, 'validation.required')
  .refine((kinds) => new Set(kinds).size === kinds.length, 'validation.choice');

const limits = z.object({
  per_operation: decimal.nullable(),
  per_day: decimal.nullable(),
  per_month: decimal.nullable(),
});

const setting = {
  /** The last day (UTC) on which it applies; null for no end. */
  until: day.nullable(),
  reason,
  ...proof,
};

const authorship = {
  until: z.iso.date().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  at: instant,
};

/** Payments of the client that staff have restricted. The client reads `reason`; `note` is for staff. */
const restriction = z.object({
  reason: formattedReason,
  note: z.string().nullable(),
  until: z.iso.date().nullable(),
  by: z.string(),
  at: instant,
});

const payments = z.object({
  restricted: restriction.nullable(),
  /** Whether the client's level has the right at all; an override gives none. */
  allowed: z.boolean(),
  operator_default: limits,
  own: limits.extend(authorship).nullable(),
});

/** A change that allows no more than before takes effect at once. */
const outcome = z.object({ outcome: z.enum(['changed', 'proposed']) });

export const staffOverridesEndpoints = {
  'staff.overrides': {
    route: 'POST /api/staff/clients/overrides',
    guard: 'staff',
    summary: 'The company’s defaults for a client, and the exceptions that were set for this client. In US dollars.',
    body: z.strictObject({ client_id: uuid }),
    response: z.object({
      trading_accounts: z.object({
        operator_default: z.number().int(),
        open: z.number().int(),
        own: z.object({ max: z.number().int(), ...authorship }).nullable(),
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
      'Set how much one client can deposit or withdraw, regardless of level and tier. Requires proof of ' +
      'identity. Another person approves an increase. The client is notified. Not for oneself.',
    body: z.strictObject({
      client_id: uuid,
      kind: z.enum(['deposit', 'withdrawal'], 'validation.choice'),
      per_operation: usd,
      per_day: usd,
      per_month: usd,
      ...setting,
    }),
    response: outcome,
    refusals: [
      'http.not_found',
      'staff.own_profile',
      'staff.override_until',
      'staff.override_order',
      ...proofRefusals,
      'approvals.request_open',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.set_account_limit': {
    route: 'POST /api/staff/clients/overrides/accounts',
    guard: setters,
    summary:
      'Set how many trading accounts one client can have. With proof of identity. Another person approves an increase. The client is notified of it.',
    body: z.strictObject({ client_id: uuid, max: wholeNumber(0, 100), ...setting }),
    response: outcome,
    refusals: [
      'http.not_found',
      'staff.own_profile',
      'staff.override_until',
      ...proofRefusals,
      'approvals.request_open',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.end_override': {
    route: 'POST /api/staff/clients/overrides/end',
    guard: setters,
    summary:
      'Restore the company’s default for a client. With proof of identity. If the default allows more, another person approves it.',
    body: z.strictObject({
      client_id: uuid,
      kind: z.enum(overrideKinds, 'validation.choice'),
      reason,
      ...proof,
    }),
    response: outcome,
    refusals: [
      'http.not_found',
      'staff.own_profile',
      ...proofRefusals,
      'staff.override_none',
      'approvals.request_open',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.restrict_payments': {
    route: 'POST /api/staff/clients/restrict-payments',
    guard: setters,
    summary:
      'Stop deposits, withdrawals or both for one client, who reads the reason. With proof of identity. Withdrawals stay pending; money that the client’s bank has sent is credited.',
    body: z.strictObject({
      client_id: uuid,
      kinds: someKinds,
      /** The client reads it. */
      reason: reasonCode,
      /** For staff only. */
      note: writtenText.pipe(z.string().max(300)).optional(),
      until: day.nullable(),
      ...proof,
    }),
    response: done,
    refusals: ['http.not_found', 'staff.own_profile', 'staff.override_until', ...proofRefusals, 'reasons.not_open'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'staff.lift_payment_restriction': {
    route: 'POST /api/staff/clients/lift-payment-restriction',
    guard: setters,
    summary: 'Resume stopped payments for a client. With proof of identity. The client is notified.',
    body: z.strictObject({ client_id: uuid, kinds: someKinds, reason, ...proof }),
    response: done,
    refusals: ['http.not_found', 'staff.own_profile', ...proofRefusals, 'staff.not_restricted'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;

export type ClientOverrides = z.output<(typeof staffOverridesEndpoints)['staff.overrides']['response']>;
