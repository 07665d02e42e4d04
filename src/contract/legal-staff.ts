import { z } from 'zod';
import { articleBody } from './article-body.ts';
import type { Endpoints, Role } from './endpoint.ts';
import { day, done, fileOfList, flag, instant, language, uuid, wholeNumber, writtenLine } from './fields.ts';
import { legalBody } from './legal.ts';
import { legalKinds, legalLimits, legalStates } from './legal-names.ts';
import { proof, proofRefusals } from './proof.ts';

/** Who answers for what the house agrees on with its clients. */
const counsel: readonly Role[] = ['compliance', 'admin'];

const kind = z.enum(legalKinds, 'validation.choice');

const listed = z.object({
  id: uuid,
  kind: z.enum(legalKinds),
  number: z.number().int(),
  state: z.enum(legalStates),
  /** The text that the product comes with; nobody of the house wrote it. */
  of_product: z.boolean(),
  asks_anew: z.boolean(),
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
  /** Names this state of the text; whoever saves says on which one he built. */
  revision: z.number().int(),
  changed_at: instant,
  changed_by: z.string().nullable(),
});
export type LegalText = z.output<typeof text>;

const deskVersion = listed.extend({ drafts: z.array(text) });
export type DeskLegal = z.output<typeof deskVersion>;

const consent = z.object({
  client_id: uuid,
  email: z.string(),
  version_id: uuid,
  kind: z.enum(legalKinds),
  number: z.number().int(),
  language,
  at: instant,
  /** Unknown of what was accepted before it was kept. */
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type LegalConsent = z.output<typeof consent>;

const consentFilter = { client_id: uuid.optional(), version_id: uuid.optional() };
const one = z.strictObject({ id: uuid });
const revision = wholeNumber(0, 2_000_000_000);

export const legalDeskEndpoints = {
  'legal.desk': {
    route: 'POST /api/staff/legal',
    guard: counsel,
    summary: 'Every version of each legal document, the latest first, with how many have accepted it.',
    body: z.strictObject({}),
    answer: z.object({ versions: z.array(listed) }),
  },
  'legal.desk_file': {
    route: 'GET /api/staff/legal/file',
    guard: counsel,
    summary: 'The same as CSV. It is written down.',
    query: z.strictObject({}),
    ...fileOfList,
  },
  'legal.desk_show': {
    route: 'POST /api/staff/legal/info',
    guard: counsel,
    summary: 'One version with its texts in every language.',
    body: one,
    answer: deskVersion,
    refusals: ['http.not_found'],
  },
  'legal.begin': {
    route: 'POST /api/staff/legal/begin',
    guard: counsel,
    summary: 'Begin the next version of a document with the texts of the last, or go on with the draft that there is.',
    body: z.strictObject({ kind }),
    answer: deskVersion,
  },
  'legal.save': {
    route: 'POST /api/staff/legal/save',
    guard: counsel,
    summary: 'Keep a text of a draft. It must be built on the latest revision, 0 for a new language.',
    body: z.strictObject({
      id: uuid,
      language,
      revision,
      title: writtenLine.pipe(z.string().max(legalLimits.title)),
      summary: writtenLine.pipe(z.string().max(legalLimits.summary)),
      body: legalBody,
    }),
    answer: text,
    refusals: ['http.not_found', 'legal.published', 'legal.changed_meanwhile'],
    bodyLimit: 1024 * 1024,
    rateLimit: { hits: 1200, windowS: 3600, by: 'person' },
  },
  'legal.remove_text': {
    route: 'POST /api/staff/legal/remove-text',
    guard: counsel,
    summary: 'Take a language out of a draft.',
    body: z.strictObject({ id: uuid, language }),
    answer: deskVersion,
    refusals: ['http.not_found', 'legal.published'],
  },
  'legal.discard': {
    route: 'POST /api/staff/legal/discard',
    guard: counsel,
    summary: 'Throw a draft away.',
    body: one,
    answer: done,
    refusals: ['http.not_found', 'legal.published'],
  },
  'legal.publish': {
    route: 'POST /api/staff/legal/publish',
    guard: counsel,
    summary: 'Publish a draft for good, with the day from which it counts. Clients are told by bell and mail.',
    body: z.strictObject({ id: uuid, effective_on: day, asks_anew: flag, ...proof }),
    answer: deskVersion,
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
    guard: counsel,
    summary: 'Who accepted what, the latest 200: of one client, or of one version.',
    body: z.strictObject(consentFilter),
    answer: z.object({ consents: z.array(consent) }),
  },
  'legal.consents_file': {
    route: 'GET /api/staff/legal/consents/file',
    guard: counsel,
    summary: 'The same as CSV, 10,000 rows at most. It is written down.',
    query: z.strictObject(consentFilter),
    ...fileOfList,
  },
} as const satisfies Endpoints;
