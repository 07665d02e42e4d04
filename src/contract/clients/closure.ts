import { z } from 'zod';
import { closureBlockers, closureReasons } from './closure-names.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { decimal, done, flag, instant, nothing, uuid, writtenText } from '#contract/kernel/fields.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';

/** Who may cancel the closure of an account for its owner, and reopen a closed one. */
const guardians: readonly Role[] = ['compliance', 'admin'];

const money = { amount: decimal, currency: z.string() };

const blocker = z.object({
  kind: z.enum(closureBlockers),
  /** What a person knows it by: the number of a payment or an account, a ticker. */
  name: z.string().nullable(),
  amount: decimal.nullable(),
  currency: z.string().nullable(),
  /** Below the language: the screen on which the client settles it. */
  path: z.string(),
  /** Whether the client may cancel it on that screen. */
  cancellable: z.boolean(),
  /** When it ends by itself; of shares, from when on they can be sold. */
  until: instant.nullable(),
});
export type Blocker = z.output<typeof blocker>;

const closureRequest = z.object({
  requested_at: instant,
  closes_at: instant,
  reason: z.enum(closureReasons).nullable(),
});

const closureState = {
  /** Pending requests. */
  request: closureRequest.nullable(),
  blockers: z.array(blocker),
  /** Less than can be withdrawn: forfeited when the account is closed. */
  remainders: z.array(z.object(money)),
};

const byStaff = z.strictObject({
  client_id: uuid,
  reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
});

export const closureEndpoints = {
  'clients.closure_pending': {
    route: 'POST /api/settings/closure',
    guard: 'signed_in',
    summary: 'What prevents the caller’s account from being closed, each with the screen that resolves it.',
    body: nothing,
    response: z.object({ ...closureState, cooling_off_days: z.number().int() }),
    rateLimit: { hits: 120, windowS: 600, by: 'person' },
  },
  'clients.request_closure': {
    route: 'POST /api/settings/closure/request',
    guard: 'signed_in',
    audited: true,
    summary:
      'Request closure of the caller’s account, which closes after the cooling-off period unless something prevents ' +
      'it. A remainder too small to withdraw is given up.',
    body: z.strictObject({
      ...proof,
      reason: z.enum(closureReasons, 'validation.choice').optional(),
      gives_up_remainders: flag,
    }),
    response: closureRequest,
    refusals: ['clients.closure_staff', 'clients.closure_remainders', ...proofRefusals, 'clients.closure_pending'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'clients.cancel_closure': {
    route: 'POST /api/settings/closure/cancel',
    guard: 'signed_in',
    audited: true,
    summary: 'Cancel the closure of the caller’s account.',
    body: nothing,
    response: done,
    refusals: ['clients.closure_none'],
  },
  'clients.closure_of': {
    route: 'POST /api/staff/clients/closure',
    guard: 'staff',
    summary: 'Whether a client’s account is closing or closed, and what prevents the closure.',
    body: z.strictObject({ client_id: uuid }),
    response: z.object({ ...closureState, closed_at: instant.nullable() }),
    refusals: ['http.not_found'],
  },
  'clients.cancel_closure_of': {
    route: 'POST /api/staff/clients/closure/cancel',
    guard: guardians,
    summary: 'Cancel the closure of a client’s account. The client is informed by email.',
    body: byStaff,
    response: done,
    refusals: ['http.not_found', 'clients.closure_none'],
  },
  'clients.reopen': {
    route: 'POST /api/staff/clients/closure/reopen',
    guard: guardians,
    summary:
      'Reopen a closed account. Its owner sets a new password by email. Its second factors, devices and destinations are deleted.',
    body: byStaff,
    response: done,
    refusals: ['http.not_found', 'clients.not_closed'],
  },
} as const satisfies Endpoints;
