import { z } from 'zod';
import { user } from '#contract/auth/endpoints.ts';
import { numberStyles, themes } from '#contract/kernel/constants.ts';
import { roles, type Endpoints } from '#contract/kernel/endpoint.ts';
import {
  country,
  day,
  done,
  fileOfList,
  instant,
  language,
  personName,
  phone,
  sortedCursor,
  sortField,
  uuid,
  wholeNumber,
  writtenText,
} from '#contract/kernel/fields.ts';
import { uploadPurposes } from '#contract/kernel/file-rules.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { restrictableKinds } from '#contract/staff/override-names.ts';
import { reasonCode } from '#contract/reasons/endpoints.ts';
import { clientSorts, clientStates, limitChoices, managerChoices, riskChoices } from '#contract/staff/names.ts';
import { riskRatings } from './risk-names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';

const access = z.object({
  id: uuid,
  at: instant,
  /** First name. */
  who: z.string(),
  role: z.enum(['support', 'finance', 'compliance', 'admin']),
  purpose: z.enum(uploadPurposes).exclude(['article_picture']),
  /** Of the file. */
  name: z.string(),
});
export type FileAccess = z.output<typeof access>;

const clientFilter = {
  search: z.string().trim().max(80).optional(),
  level: wholeNumber(0, 4).optional(),
  risk: z.enum(riskChoices, 'validation.choice').optional(),
  tier: z.enum(tierNames, 'validation.choice').optional(),
  country: country.optional(),
  state: z.enum(clientStates, 'validation.choice').optional(),
  role: z.enum(roles, 'validation.choice').optional(),
  tag: z.string().trim().max(30).optional(),
  /** The account manager: the caller, one who has left, none, or the one with this id. */
  manager: z.union([z.enum(managerChoices), uuid], 'validation.choice').optional(),
  limits: z.enum(limitChoices, 'validation.choice').optional(),
  /** Days in UTC of the registration. */
  registered_from: day.optional(),
  registered_to: day.optional(),
  sort: sortField(clientSorts),
};

export const clientsEndpoints = {
  'clients.save_profile': {
    route: 'POST /api/settings/profile',
    guard: 'signed_in',
    needsProof: 'session',
    audited: true,
    summary:
      'Change the caller’s personal data. Replacing a phone number requires proof of identity. This call doesn’t ' +
      'change the email address or the country.',
    body: z.strictObject({
      first_name: personName,
      second_name: personName,
      phone: phone.optional(),
      address: z.string().trim().max(200).optional(),
      ...proof,
    }),
    response: user,
    refusals: ['validation.phone', ...proofRefusals, 'verification.name_locked'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'clients.save_display': {
    route: 'POST /api/settings/profile-settings',
    guard: 'signed_in',
    beforeSecondFactor: true,
    summary:
      'Save display preferences: language of interface and emails, number format, theme. Omitted fields stay unchanged.',
    body: z.strictObject({
      language_cabinet: language.optional(),
      number_style: z.enum(numberStyles, 'validation.choice').optional(),
      theme: z.enum(themes, 'validation.choice').optional(),
    }),
    response: done,
  },
  'clients.activity': {
    route: 'POST /api/settings/activity',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'What staff did in the caller’s account, what was changed in the caller’s name, and failed sign-ins, newest first.',
    body: z.strictObject({}),
    response: z.array(
      z.object({
        id: uuid,
        action: z.string(),
        /** Number of the payment that it was about. */
        payment: z.string().nullable(),
        reason: z.string().nullable(),
        at: instant,
        /** Of failures and of changes in the caller’s name: from where, and how often that day. */
        address: z.string().nullable(),
        times: z.number().int(),
      }),
    ),
  },
  'clients.access_log': {
    route: 'POST /api/settings/access-log',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Staff members who opened a file of the caller, with times, newest first, 50 at most.',
    body: z.strictObject({}),
    response: z.array(access),
  },
  'clients.search': {
    route: 'POST /api/staff/clients',
    readsReplica: true,
    guard: 'staff',
    summary: 'Clients that match a filter, 50 at a time.',
    body: z.strictObject({ ...clientFilter, cursor: sortedCursor.optional() }),
    response: z.object({
      clients: z.array(
        z.object({
          id: uuid,
          full_name: z.string(),
          email: z.string(),
          country: z.string(),
          email_verified: z.boolean(),
          verification_level: z.number().int(),
          /** Null without a rating. */
          risk: z.enum(riskRatings).nullable(),
          tier: z.enum(tierNames),
          /** The last day of a tier that staff have set. */
          tier_until: z.iso.date().nullable(),
          roles: z.array(z.string()),
          /** Whether the password alone is not enough. */
          second_factor: z.boolean(),
          state: z.enum(clientStates),
          /** Payments of the client that staff have restricted. */
          restricted: z.array(z.enum(restrictableKinds)),
          tags: z.array(z.string()),
          /** Name of the account manager. */
          manager: z.string().nullable(),
          trading_accounts: z.number().int(),
          created_at: instant,
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'clients.file': {
    route: 'GET /api/staff/clients/file',
    readsReplica: true,
    guard: ['compliance', 'admin'],
    summary: 'The same as CSV, 10,000 at most. Logged.',
    query: z.strictObject(clientFilter),
    ...fileOfList,
  },
  'clients.set_level': {
    route: 'POST /api/staff/clients/level',
    guard: ['compliance', 'admin'],
    summary:
      'Set a client’s verification level, with a reason; null makes it follow from the proofs. Above the proven level another person approves it. Not for oneself.',
    body: z.strictObject({
      client_id: uuid,
      level: z.number().int().min(0).max(4).nullable(),
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    response: z.object({ outcome: z.enum(['changed', 'proposed']), level: z.number().int() }),
    refusals: ['clients.own_level', ...proofRefusals, 'auth.client_unknown', 'approvals.request_open'],
  },
  'clients.reset_second_factor': {
    route: 'POST /api/staff/clients/second-factor/reset',
    guard: ['compliance', 'admin'],
    summary:
      'Turn off the second factor of a person who has lost app and recovery codes. They’re signed out and emailed; withdrawals are paused. Not for oneself; for staff only by an administrator; not within a week of requesting a new address.',
    body: z.strictObject({
      client_id: uuid,
      reason: reasonCode,
      /** How staff verified the request; for staff only. */
      comment: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    response: done,
    refusals: [
      'clients.own_second_factor',
      ...proofRefusals,
      'auth.client_unknown',
      'clients.second_factor_of_staff',
      'clients.other_administrator',
      'reasons.not_open',
      'clients.second_factor_none',
    ],
  },
  'clients.sign_out': {
    route: 'POST /api/staff/clients/sign-out',
    guard: ['compliance', 'admin'],
    summary:
      'Sign a person out everywhere, such as after a theft. They’re notified. Not for oneself; for staff only by an administrator.',
    body: z.strictObject({
      client_id: uuid,
      /** The client reads it. */
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
    }),
    response: z.object({ revoked: z.number().int() }),
    refusals: ['http.not_found', 'staff.own_profile', 'staff.is_staff'],
  },
} as const satisfies Endpoints;
