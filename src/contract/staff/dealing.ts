import { z } from 'zod';
import { dealingScopes } from './dealing-names.ts';
import { roles, type Endpoints, type Role } from '#contract/kernel/endpoint.ts';
import { day, done, instant, uuid, writtenText } from '#contract/kernel/fields.ts';
import { ipoStaffEndpoints } from '#contract/ipo/staff-endpoints.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';

/**
 * Roles that price, allot or approve offerings, or see their books: all that may call the IPO endpoints for staff.
 * `roles_that_see_offerings` in the database says the same; a test compares the two.
 */
export const rolesThatSeeOfferings: readonly Role[] = roles.filter((role) =>
  Object.values(ipoStaffEndpoints).some(({ guard }) => guard.includes(role)),
);

const approverRoles: readonly Role[] = ['compliance', 'admin'];
const reason = writtenText.pipe(z.string().min(3, 'validation.required').max(300));
const rateLimit = { hits: 60, windowS: 600, by: 'person' } as const;

/** Null where it is about trading accounts or all offerings. */
const offering = z.object({ id: uuid, name: z.string() }).nullable();
export const dealingSubject = { scope: z.enum(dealingScopes), offering };

/** How a person may deal with their own money here. */
export const staffDealing = z.object({
  /** They see offerings by their roles, or did until lately: without an exception they deal in nothing. */
  restricted: z.boolean(),
  /** For a person without such a role now: when the restriction ends. */
  restricted_until: instant.nullable(),
  exceptions: z.array(
    z.object({
      id: uuid,
      ...dealingSubject,
      until: z.iso.date(),
      reason: z.string(),
      proposed_by: z.string(),
      approved_by: z.string(),
      at: instant,
    }),
  ),
});
export type StaffDealing = z.output<typeof staffDealing>;

export const staffDealingEndpoints = {
  'staff.propose_dealing': {
    route: 'POST /api/staff/clients/dealing/propose',
    guard: approverRoles,
    summary:
      'Request an exception for a person who sees offerings: to trade on own accounts, or to apply for offerings, ' +
      'until a day within a year. With proof of identity. Another person approves. Not for oneself.',
    body: z.strictObject({
      client_id: uuid,
      scope: z.enum(dealingScopes, 'validation.choice'),
      /** Of scope `offerings`: the one that it is about; without it, all. */
      stock_id: uuid.optional(),
      /** The last day in UTC. */
      until: day,
      reason,
      ...proof,
    }),
    response: done,
    refusals: [
      'http.not_found',
      'staff.own_profile',
      'staff.dealing_until',
      ...proofRefusals,
      'approvals.request_open',
    ],
    rateLimit,
  },
  'staff.end_dealing': {
    route: 'POST /api/staff/clients/dealing/end',
    guard: approverRoles,
    summary: 'End such an exception. With proof of identity. One person is enough; staff can’t end their own.',
    body: z.strictObject({ exception_id: uuid, reason, ...proof }),
    response: done,
    refusals: ['http.not_found', 'staff.own_profile', ...proofRefusals, 'staff.dealing_over'],
    rateLimit,
  },
} as const satisfies Endpoints;
