import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { country, day, done, email, personName, uuid, writtenText } from './fields.ts';
import { proof, proofRefusals } from './proof.ts';
import { reasonCode } from './reasons.ts';

/** Who makes sure who somebody is. */
const guardians: readonly Role[] = ['compliance', 'admin'];
const words = writtenText.pipe(z.string().min(3, 'validation.required').max(300));

/** What staff put right of who a client is and where he is reached, since he cannot. */
export const clientCorrectionEndpoints = {
  'clients.change_email': {
    route: 'POST /api/staff/clients/email',
    guard: guardians,
    summary:
      'Propose another e-mail address for somebody who no longer reads his mail. Once somebody else confirms that, a link is mailed to the new address, and it changes when that is opened; the former one is told, with a link to freeze. Nobody does it for himself here, and for staff only an administrator does; whoever turned off somebody’s second factor leaves this to a colleague for a week.',
    body: z.strictObject({
      client_id: uuid,
      email,
      reason: reasonCode,
      /** How it was made sure who asked; for staff only. */
      comment: words,
      ...proof,
    }),
    answer: done,
    refusals: [
      'staff.own_profile',
      'auth.client_unknown',
      'staff.is_staff',
      'auth.same_email',
      'clients.email_taken',
      ...proofRefusals,
      'clients.other_hand',
      'reasons.not_open',
      'proposals.open',
    ],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'clients.set_country': {
    route: 'POST /api/staff/clients/country',
    guard: guardians,
    summary:
      'Put the country of residence of a client right, with the reason, which he reads. What hangs on it counts at once, and a proven residence goes back to review. Nobody does it for himself, and for staff only an administrator does.',
    body: z.strictObject({ client_id: uuid, country, reason: words, ...proof }),
    answer: done,
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
      'Put name, date of birth and nationality of a client right, where he may not himself, with the reason, which he reads. What was proven of another person goes back to review, and a level by hand that counted as such a proof ends. Nobody does it for himself, and for staff only an administrator does.',
    body: z.strictObject({
      client_id: uuid,
      first_name: personName,
      second_name: personName,
      /** Once he has declared them. */
      birth_on: day.optional(),
      nationality: country.optional(),
      reason: words,
      ...proof,
    }),
    answer: done,
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
