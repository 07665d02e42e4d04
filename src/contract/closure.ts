import { z } from 'zod';
import { closingBlockers, closingReasons } from './closure-names.ts';
import type { Endpoints, Role } from './endpoint.ts';
import { decimal, done, flag, instant, nothing, uuid, writtenText } from './fields.ts';
import { proof, proofRefusals } from './proof.ts';

/** Who may keep an account for its owner, and open a closed one again. */
const guardians: readonly Role[] = ['compliance', 'admin'];

const money = { amount: decimal, currency: z.string() };

const blocker = z.object({
  kind: z.enum(closingBlockers),
  /** What a person knows it by: the number of a payment or an account, a ticker. */
  name: z.string().nullable(),
  amount: decimal.nullable(),
  currency: z.string().nullable(),
  /** Below the language: the screen on which the client settles it. */
  path: z.string(),
  /** Whether the client may take it back on that screen. */
  cancellable: z.boolean(),
  /** When it ends by itself; of shares, from when on they can be sold. */
  until: instant.nullable(),
});
export type Blocker = z.output<typeof blocker>;

const wish = z.object({ asked_at: instant, closes_at: instant, reason: z.enum(closingReasons).nullable() });

const standing = {
  /** What has been asked for and is still open. */
  wish: wish.nullable(),
  blockers: z.array(blocker),
  /** Less than can be withdrawn: given up when the account is closed. */
  remainders: z.array(z.object(money)),
};

const byStaff = z.strictObject({
  client_id: uuid,
  reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
});

export const closingEndpoints = {
  'clients.closing': {
    route: 'POST /api/settings/closing',
    guard: 'client',
    summary: 'What stands in the way of closing the own account, each with the screen that settles it.',
    body: nothing,
    answer: z.object({ ...standing, cooling_off_days: z.number().int() }),
    rateLimit: { hits: 120, windowS: 600, by: 'person' },
  },
  'clients.ask_closing': {
    route: 'POST /api/settings/closing/ask',
    guard: 'client',
    audited: true,
    summary:
      'Ask for the own account to be closed when the days to think better of it are over and nothing stands in the way. What is left by then and is less than can be withdrawn is given up. Told by mail.',
    body: z.strictObject({
      ...proof,
      reason: z.enum(closingReasons, 'validation.choice').optional(),
      gives_up_remainders: flag,
    }),
    answer: wish,
    refusals: ['clients.closing_staff', 'clients.closing_remainders', ...proofRefusals, 'clients.closing'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'clients.keep_account': {
    route: 'POST /api/settings/closing/keep',
    guard: 'client',
    audited: true,
    summary: 'Keep the own account after all.',
    body: nothing,
    answer: done,
    refusals: ['clients.not_closing'],
  },
  'clients.closing_of': {
    route: 'POST /api/staff/clients/closing',
    guard: 'staff',
    summary: 'Whether a client is closing his account or has closed it, and what stands in the way.',
    body: z.strictObject({ client_id: uuid }),
    answer: z.object({ ...standing, closed_at: instant.nullable() }),
    refusals: ['http.not_found'],
  },
  'clients.keep_account_of': {
    route: 'POST /api/staff/clients/closing/keep',
    guard: guardians,
    summary: 'Take back for a client that his account is to be closed. He is told by mail.',
    body: byStaff,
    answer: done,
    refusals: ['http.not_found', 'clients.not_closing'],
  },
  'clients.reopen': {
    route: 'POST /api/staff/clients/closing/reopen',
    guard: guardians,
    summary:
      'Open a closed account again. Its owner signs in once he has set a new password by mail; what it held in second factors, devices and destinations is gone.',
    body: byStaff,
    answer: done,
    refusals: ['http.not_found', 'clients.not_closed'],
  },
} as const satisfies Endpoints;
