import { z } from 'zod';
import { user } from './auth.ts';
import { numberStyles, themes } from './constants.ts';
import { roles, type Endpoints } from './endpoint.ts';
import {
  country,
  done,
  fileOfList,
  instant,
  language,
  personName,
  phone,
  uuid,
  wholeNumber,
  writtenText,
} from './fields.ts';
import { filePurposes } from './file-rules.ts';
import { proof, proofRefusals } from './proof.ts';
import { stoppableKinds } from './override-names.ts';
import { reasonCode } from './reasons.ts';
import { clientStates, limitChoices, managerChoices } from './staff-names.ts';
import { tierNames } from './tier-names.ts';

const look = z.object({
  id: uuid,
  at: instant,
  /** First name. */
  who: z.string(),
  role: z.enum(['support', 'finance', 'compliance', 'admin']),
  purpose: z.enum(filePurposes).exclude(['article_picture']),
  /** Of the file. */
  name: z.string(),
});
export type FileLook = z.output<typeof look>;

const clientFilter = {
  search: z.string().trim().max(80).optional(),
  level: wholeNumber(0, 4).optional(),
  tier: z.enum(tierNames, 'validation.choice').optional(),
  country: country.optional(),
  state: z.enum(clientStates, 'validation.choice').optional(),
  role: z.enum(roles, 'validation.choice').optional(),
  tag: z.string().trim().max(30).optional(),
  /** Who looks after them: oneself, somebody who has left, nobody, or whoever has this id. */
  manager: z.union([z.enum(managerChoices), uuid], 'validation.choice').optional(),
  limits: z.enum(limitChoices, 'validation.choice').optional(),
};

export const clientsEndpoints = {
  'clients.save_profile': {
    route: 'POST /api/settings/profile',
    guard: 'client',
    audited: true,
    summary:
      'Change the own profile. A phone number that stands in for another takes a proof that it is oneself. The e-mail address and the country are not changed here.',
    body: z.strictObject({
      first_name: personName,
      second_name: personName,
      phone: phone.optional(),
      address: z.string().trim().max(200).optional(),
      ...proof,
    }),
    answer: user,
    refusals: ['validation.phone', ...proofRefusals, 'verification.name_locked'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'clients.save_display': {
    route: 'POST /api/settings/profile-settings',
    guard: 'client',
    beforeSecondFactor: true,
    summary:
      'Remember how the interface is wished: its language, in which mails come from now on, how numbers are written, and the theme. What is left out stays.',
    body: z.strictObject({
      language_cabinet: language.optional(),
      number_style: z.enum(numberStyles, 'validation.choice').optional(),
      theme: z.enum(themes, 'validation.choice').optional(),
    }),
    answer: done,
  },
  'clients.activity': {
    route: 'POST /api/settings/activity',
    guard: 'client',
    underWatch: 'client',
    summary:
      'What staff did in this profile, what was changed in it in the asker’s name, and who failed to sign in to it, the latest first.',
    body: z.strictObject({}),
    answer: z.array(
      z.object({
        id: uuid,
        act: z.string(),
        /** Number of the payment that it was about. */
        payment: z.string().nullable(),
        reason: z.string().nullable(),
        at: instant,
        /** Of failures and of what was changed in the asker’s name: from where, and how often that day. */
        address: z.string().nullable(),
        times: z.number().int(),
      }),
    ),
  },
  'clients.looks': {
    route: 'POST /api/settings/looks',
    guard: 'client',
    underWatch: 'client',
    summary: 'Who of the staff opened a file of the asker and when, the latest first, 50 at most.',
    body: z.strictObject({}),
    answer: z.array(look),
  },
  'clients.search': {
    route: 'POST /api/staff/clients',
    guard: 'staff',
    summary: 'Clients that meet a filter, the newest first; 50 at a time.',
    body: z.strictObject({ ...clientFilter, cursor: uuid.optional() }),
    answer: z.object({
      clients: z.array(
        z.object({
          id: uuid,
          first_name: z.string(),
          second_name: z.string(),
          email: z.string(),
          country: z.string(),
          email_verified: z.boolean(),
          verification_level: z.number().int(),
          tier: z.enum(tierNames),
          /** The last day of a tier that staff have set. */
          tier_until: z.iso.date().nullable(),
          roles: z.array(z.string()),
          /** Whether his password alone is not enough. */
          second_factor: z.boolean(),
          state: z.enum(clientStates),
          /** Payments of his that staff have stopped. */
          stopped: z.array(z.enum(stoppableKinds)),
          tags: z.array(z.string()),
          /** Who looks after him, by name. */
          manager: z.string().nullable(),
          trading_accounts: z.number().int(),
          created_at: instant,
        }),
      ),
      next_cursor: uuid.nullable(),
    }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'clients.file': {
    route: 'GET /api/staff/clients/file',
    guard: ['compliance', 'admin'],
    summary: 'The same as CSV, the newest 10 000 at most. Whoever takes it away is written down.',
    query: z.strictObject(clientFilter),
    ...fileOfList,
  },
  'clients.set_level': {
    route: 'POST /api/staff/clients/level',
    guard: ['compliance', 'admin'],
    summary:
      'Set the verification level of a client by hand, with the reason, whatever he has proven; null lets his proofs decide again. What is more than he has proven waits for somebody else. Nobody sets his own.',
    body: z.strictObject({
      client_id: uuid,
      level: z.number().int().min(0).max(4).nullable(),
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    answer: z.object({ outcome: z.enum(['changed', 'proposed']), level: z.number().int() }),
    refusals: ['clients.own_level', ...proofRefusals, 'auth.client_unknown', 'proposals.open'],
  },
  'clients.reset_second_factor': {
    route: 'POST /api/staff/clients/second-factor/reset',
    guard: ['compliance', 'admin'],
    summary:
      'Turn the second factor of somebody off who has lost both his app and his recovery codes. He is signed out, withdrawals rest, and he is told by mail. Nobody does it for himself, and for staff only an administrator does; whoever asked for another address of somebody leaves this to a colleague for a week.',
    body: z.strictObject({
      client_id: uuid,
      reason: reasonCode,
      /** How it was made sure who asked; for staff only. */
      comment: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    answer: done,
    refusals: [
      'clients.own_second_factor',
      ...proofRefusals,
      'auth.client_unknown',
      'clients.second_factor_of_staff',
      'clients.other_hand',
      'reasons.not_open',
      'clients.second_factor_none',
    ],
  },
} as const satisfies Endpoints;
