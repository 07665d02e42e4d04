import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import {
  country,
  day,
  email,
  language,
  nothing,
  personName,
  phone,
  uuid,
  wholeNumber,
  writtenText,
} from '#contract/kernel/fields.ts';
import { reasonCode } from '#contract/reasons/endpoints.ts';

const byId = z.strictObject({ id: uuid });
const changed = z.object({ client_id: uuid });
const words = writtenText.pipe(z.string().min(3, 'validation.required').max(300));
const ofClient = ['http.idempotency_mismatch', 'http.not_found', 'staff.is_staff'] as const;

/** What programs write about who clients are, by the commands of staff. */
export const clientProgramEndpoints = {
  'operator_api.create_client': {
    route: 'POST /api/operator/v1/clients',
    guard: { scope: 'profiles:write' },
    summary:
      'Create a client without a verification level, and invite them by email to set a password. An address that any person has is refused.',
    body: z.strictObject({
      email,
      first_name: personName,
      second_name: personName,
      country,
      phone: phone.optional(),
      language: language.optional(),
      /** The name of its host; without one the first brand. */
      brand: z.string().max(253).optional(),
    }),
    response: z.object({ id: uuid, email: z.string() }),
    refusals: ['http.idempotency_mismatch', 'auth.country', 'validation.phone', 'auth.email_taken'],
    rateLimit: { hits: 600, windowS: 600, by: 'key' },
    idempotent: true,
  },
  'operator_api.invite_client': {
    route: 'POST /api/operator/v1/clients/:id/invitation',
    guard: { scope: 'profiles:write' },
    summary:
      'Email a client who hasn’t confirmed the address a new link to set a password. At most five within an hour.',
    params: byId,
    body: nothing,
    response: changed,
    refusals: [...ofClient, 'clients.email_confirmed'],
    idempotent: true,
  },
  'operator_api.correct_client': {
    route: 'POST /api/operator/v1/clients/:id/person',
    guard: { scope: 'profiles:write' },
    summary:
      'Correct a client’s name and, if declared, the date of birth and nationality, with a reason that the client sees. Proofs for another person’s data go back to review.',
    params: byId,
    body: z.strictObject({
      first_name: personName,
      second_name: personName,
      birth_on: day.optional(),
      nationality: country.optional(),
      reason: words,
    }),
    response: changed,
    refusals: [...ofClient, 'validation.choice', 'clients.same_person'],
    idempotent: true,
  },
  'operator_api.set_country': {
    route: 'POST /api/operator/v1/clients/:id/country',
    guard: { scope: 'profiles:write' },
    summary:
      'Correct a client’s country of residence, with a reason that the client sees. A proven residence goes back to review.',
    params: byId,
    body: z.strictObject({ country, reason: words }),
    response: changed,
    refusals: [...ofClient, 'auth.country', 'clients.same_country'],
    idempotent: true,
  },
  'operator_api.request_email': {
    route: 'POST /api/operator/v1/clients/:id/email',
    guard: { scope: 'profiles:write' },
    summary:
      'Request a new email address for a client who can’t read email at the old one. It changes nothing until a person other than the administrator of the key approves it and the client opens the link sent to it.',
    params: byId,
    body: z.strictObject({ email, reason: reasonCode, comment: words }),
    response: changed,
    refusals: [
      'http.idempotency_mismatch',
      'clients.other_administrator',
      'http.not_found',
      'staff.is_staff',
      'auth.same_email',
      'clients.email_taken',
      'reasons.not_open',
      'approvals.request_open',
    ],
    idempotent: true,
  },
  'operator_api.propose_level': {
    route: 'POST /api/operator/v1/clients/:id/level',
    guard: { scope: 'verification:write' },
    summary:
      'Request a verification level above what the client has proven. It changes nothing until a person other than the administrator of the key approves it.',
    params: byId,
    body: z.strictObject({ level: wholeNumber(1, 4), reason: words }),
    response: changed,
    refusals: [...ofClient, 'clients.level_not_above', 'approvals.request_open'],
    idempotent: true,
  },
} as const satisfies Endpoints;
