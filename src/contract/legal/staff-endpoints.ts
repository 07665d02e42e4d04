import { z } from 'zod';
import { articleBody } from '#contract/articles/body.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import {
  day,
  done,
  fileOfList,
  flag,
  instant,
  language,
  uuid,
  wholeNumber,
  writtenLine,
} from '#contract/kernel/fields.ts';
import { legalBody } from './endpoints.ts';
import { legalKinds, legalLimits, legalStates } from './names.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';

/** Roles responsible for what the operator agrees on with clients. */
const counsel: readonly Role[] = ['compliance', 'admin'];

const kind = z.enum(legalKinds, 'validation.choice');

const listed = z.object({
  id: uuid,
  kind: z.enum(legalKinds),
  number: z.number().int(),
  state: z.enum(legalStates),
  /** The text that the product comes with; the operator did not write it. */
  of_product: z.boolean(),
  requires_new_consent: z.boolean(),
  effective_on: z.iso.date().nullable(),
  published_at: instant.nullable(),
  published_by: z.string().nullable(),
  languages: z.array(language),
  /** Clients who have accepted this version. */
  accepted: z.number().int(),
  /** Clients who have accepted neither this version nor a later one, and can sign in. */
  outstanding: z.number().int(),
});
export type ListedLegal = z.output<typeof listed>;

const text = z.object({
  language,
  title: z.string(),
  summary: z.string(),
  body: articleBody,
  /** Identifies this state of the text; a save names the revision that it is based on. */
  revision: z.number().int(),
  changed_at: instant,
  changed_by: z.string().nullable(),
});
export type LegalText = z.output<typeof text>;

const staffVersion = listed.extend({ drafts: z.array(text) });
export type StaffLegal = z.output<typeof staffVersion>;

const consent = z.object({
  client_id: uuid,
  email: z.string(),
  version_id: uuid,
  kind: z.enum(legalKinds),
  number: z.number().int(),
  language,
  at: instant,
  /** Unknown for consents from before it was stored. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type LegalConsent = z.output<typeof consent>;

const consentFilter = { client_id: uuid.optional(), version_id: uuid.optional() };
const one = z.strictObject({ id: uuid });
const revision = wholeNumber(0, 2_000_000_000);

export const legalStaffEndpoints = {
  'legal.staff_list': {
    route: 'POST /api/staff/legal',
    guard: counsel,
    summary: 'Every version of each legal document, newest first, with the number of people who accepted it.',
    body: z.strictObject({}),
    response: z.object({ versions: z.array(listed) }),
  },
  'legal.staff_list_file': {
    route: 'GET /api/staff/legal/file',
    guard: counsel,
    summary: 'The same as CSV. Logged.',
    query: z.strictObject({}),
    ...fileOfList,
  },
  'legal.staff_show': {
    route: 'POST /api/staff/legal/info',
    guard: counsel,
    summary: 'One version with its texts in every language.',
    body: one,
    response: staffVersion,
    refusals: ['http.not_found'],
  },
  'legal.create_draft': {
    route: 'POST /api/staff/legal/create-draft',
    guard: counsel,
    summary: 'Create the next version of a document from the texts of the last one, or continue the existing draft.',
    body: z.strictObject({ kind }),
    response: staffVersion,
  },
  'legal.save': {
    route: 'POST /api/staff/legal/save',
    guard: counsel,
    summary: 'Save a text of a draft. It must be based on the latest revision, 0 for a new language.',
    body: z.strictObject({
      id: uuid,
      language,
      revision,
      title: writtenLine.pipe(z.string().max(legalLimits.title)),
      summary: writtenLine.pipe(z.string().max(legalLimits.summary)),
      body: legalBody,
    }),
    response: text,
    refusals: ['http.not_found', 'legal.published', 'legal.changed_meanwhile'],
    bodyLimit: 1024 * 1024,
    rateLimit: { hits: 1200, windowS: 3600, by: 'person' },
  },
  'legal.remove_text': {
    route: 'POST /api/staff/legal/remove-text',
    guard: counsel,
    summary: 'Remove a language from a draft.',
    body: z.strictObject({ id: uuid, language }),
    response: staffVersion,
    refusals: ['http.not_found', 'legal.published'],
  },
  'legal.discard': {
    route: 'POST /api/staff/legal/discard',
    guard: counsel,
    summary: 'Discard a draft.',
    body: one,
    response: done,
    refusals: ['http.not_found', 'legal.published'],
  },
  'legal.publish': {
    route: 'POST /api/staff/legal/publish',
    guard: counsel,
    summary:
      'Publish a draft permanently, with the day on which it takes effect. Clients get a notification and an email.',
    body: z.strictObject({ id: uuid, effective_on: day, requires_new_consent: flag, ...proof }),
    response: staffVersion,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'legal.published',
      'legal.no_text',
      'legal.incomplete',
      'legal.past',
      'legal.before_last',
    ],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'legal.consents': {
    route: 'POST /api/staff/legal/consents',
    readsReplica: true,
    guard: counsel,
    summary: 'The latest 200 acceptances, of one client or of one version.',
    body: z.strictObject(consentFilter),
    response: z.object({ consents: z.array(consent) }),
  },
  'legal.consents_file': {
    route: 'GET /api/staff/legal/consents/file',
    readsReplica: true,
    guard: counsel,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(consentFilter),
    ...fileOfList,
  },
} as const satisfies Endpoints;
