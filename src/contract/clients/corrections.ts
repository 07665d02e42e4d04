import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { country, day, done, email, personName, uuid, writtenText } from '#contract/kernel/fields.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { reasonCode } from '#contract/reasons/endpoints.ts';

/** Roles that verify who a person is. */
const guardians: readonly Role[] = ['compliance', 'admin'];
const words = writtenText.pipe(z.string().min(3, 'validation.required').max(300));

/** Corrections by staff of who a client is and how to reach them, where the client cannot do it. */
export const clientCorrectionEndpoints = {
  'clients.change_email': {
    route: 'POST /api/staff/clients/email',
    guard: guardians,
    summary:
      'Request a new email address for a person who can’t read the old one. Once another person approves, a link ' +
      'sent there changes it; the former one can lock the account. Not for oneself; for ' +
      'staff only by an administrator; not within a week of turning off the second factor.',
    body: z.strictObject({
      client_id: uuid,
      email,
      reason: reasonCode,
      /** How staff verified the request; for staff only. */
      comment: words,
      ...proof,
    }),
    response: done,
    refusals: [
      'staff.own_profile',
      'auth.client_unknown',
      'staff.is_staff',
      'auth.same_email',
      'clients.email_taken',
      ...proofRefusals,
      'clients.other_administrator',
      'reasons.not_open',
      'approvals.request_open',
    ],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'clients.set_country': {
    route: 'POST /api/staff/clients/country',
    guard: guardians,
    summary:
      'Correct a client’s country of residence at once, with a reason that the client sees. A proven residence goes ' +
      'back to review. Not for oneself; for staff only by an administrator.',
    body: z.strictObject({ client_id: uuid, country, reason: words, ...proof }),
    response: done,
    refusals: [
      'staff.own_profile',
      'auth.client_unknown',
      'staff.is_staff',
      'auth.country',
      'clients.same_country',
      ...proofRefusals,
    ],
  },
  'clients.correct_person': {
    route: 'POST /api/staff/clients/person',
    guard: guardians,
    summary:
      'Correct a client’s name, date of birth and nationality, with a reason that the client sees. Proofs for other ' +
      'data go back to review, and a manual level that replaced one ends. Not for oneself; for staff only by an ' +
      'administrator.',
    body: z.strictObject({
      client_id: uuid,
      first_name: personName,
      second_name: personName,
      /** Once the client has declared them. */
      birth_on: day.optional(),
      nationality: country.optional(),
      reason: words,
      ...proof,
    }),
    response: done,
    refusals: [
      'staff.own_profile',
      'auth.client_unknown',
      'staff.is_staff',
      'validation.choice',
      'clients.same_person',
      ...proofRefusals,
    ],
  },
} as const satisfies Endpoints;
