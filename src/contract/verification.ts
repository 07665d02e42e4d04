import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { country, day, decimal, done, instant, personName, phone, requestId, uuid, writtenLine } from './fields.ts';
import { keptFile } from './files.ts';
import {
  documentKinds,
  documentStates,
  documentTypes,
  draftSteps,
  needs,
  pagesPerDocument,
  profileQuestions,
  standings,
} from './verification-names.ts';
import { proof, proofRefusals } from './proof.ts';
import { toldReason } from './reasons.ts';

/** Why a document was refused, and what mends it, in the language of the asker. */

/** One document as its owner and staff see it. `number` is the document's own. */
export const document = z.object({
  id: uuid,
  kind: z.enum(documentKinds),
  type: z.enum(documentTypes),
  state: z.enum(documentStates),
  attempt: z.number().int(),
  number: z.string().nullable(),
  issued_on: day.nullable(),
  expires_on: day.nullable(),
  reasons: z.array(toldReason),
  /** Refused for good: no other is taken. */
  final: z.boolean(),
  comment: z.string().nullable(),
  sent_at: instant,
  decided_at: instant.nullable(),
  files: z.array(keptFile),
});
export type ShownDocument = z.output<typeof document>;

const choice = <const T extends readonly string[]>(values: T) => z.enum(values, 'validation.choice');

/** Answers of the economic profile; amounts are bands of `bandLimits`. */
export const answers = z.strictObject({
  employment: choice(profileQuestions.employment),
  income: choice(profileQuestions.income),
  savings: choice(profileQuestions.savings),
  source: choice(profileQuestions.source),
  deposits: choice(profileQuestions.deposits),
  public_office: choice(profileQuestions.public_office),
});
export type ProfileAnswers = z.output<typeof answers>;

const person = z.object({ birth_on: day, nationality: z.string(), declared_at: instant });
const profile = z.object({ version: z.number().int(), answers, answered_at: instant });

/** What a level would allow this client, in USD: the limit of the longest time that has one; null where none has. */
const right = z.object({
  allowed: z.boolean(),
  limit: z.object({ span: z.enum(['operation', 'day', 'month']), amount: decimal }).nullable(),
});

/** One of the house has opened a document: `who` by first name for the client, by the whole one for staff. */
export const look = z.object({ at: instant, who: z.string(), role: z.string(), kind: z.enum(documentKinds) });

export const verificationShown = z.object({
  level: z.number().int(),
  /** Staff have set the level; proofs do not change it while that stands. */
  set_by_hand: z.boolean(),
  levels: z.array(
    z.object({
      level: z.number().int(),
      deposit: right,
      withdrawal: right,
      ipo: z.boolean(),
      /** What it takes; `waiting` lies with staff. */
      needs: z.array(z.object({ need: z.enum(needs), state: z.enum(['open', 'waiting', 'done']) })),
    }),
  ),
  /** The name is proven, and no longer changed by its owner. */
  name_locked: z.boolean(),
  person: person.nullable(),
  phone_confirmed: z.boolean(),
  profile: profile.nullable(),
  kinds: z.array(
    z.object({
      kind: z.enum(documentKinds),
      standing: z.enum(standings),
      /** Whether another may be sent now. */
      open: z.boolean(),
      /** What staff have asked for, unless it was answered. */
      asked: z.string().nullable(),
      /** The latest; an approved one stays beside it while another waits. */
      documents: z.array(document),
    }),
  ),
  drafts: z.array(
    z.object({
      step: z.enum(draftSteps),
      content: z.record(z.string(), z.string()),
      /** Those of the draft that still wait to be sent. */
      files: z.array(keptFile),
    }),
  ),
  /** Who of the house opened a file, the latest first. */
  looks: z.array(look),
});
export type VerificationShown = z.output<typeof verificationShown>;

const given = z.string().min(1, 'validation.required').max(200);

export const verificationEndpoints = {
  'verification.show': {
    route: 'POST /api/verification',
    guard: 'client',
    summary: 'Levels with what they allow and take, what the caller has proven, and who has looked at it.',
    body: z.strictObject({}),
    answer: verificationShown,
  },
  'verification.save_person': {
    route: 'POST /api/verification/person',
    guard: 'client',
    needsProof: 'session',
    audited: true,
    summary:
      'Declare the personal data. A proven name is not changed any more; another address has to be proven again, another phone confirmed; one that stands in for another takes a proof that it is oneself.',
    body: z.strictObject({
      first_name: personName,
      second_name: personName,
      birth_on: day,
      nationality: country,
      phone: phone.pipe(given),
      address: writtenLine.pipe(given),
      ...proof,
    }),
    answer: verificationShown,
    refusals: [
      'validation.phone',
      ...proofRefusals,
      'verification.under_age',
      'validation.choice',
      'verification.name_locked',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'verification.save_profile': {
    route: 'POST /api/verification/profile',
    guard: 'client',
    needsProof: 'session',
    audited: true,
    summary: 'Answer the questions of the economic profile. The latest answers count, the earlier ones are kept.',
    body: answers,
    answer: verificationShown,
  },
  'verification.send_document': {
    route: 'POST /api/verification/document',
    guard: 'client',
    needsProof: 'session',
    summary:
      'Send a document of uploaded files, of a card front and back. One that waits is replaced by it; one that is approved stays until it is.',
    body: z.strictObject({
      kind: choice(documentKinds),
      type: choice(documentTypes),
      /** Of an identity document. */
      number: writtenLine.pipe(z.string().max(40)).optional(),
      expires_on: day.optional(),
      /** Of anything else. */
      issued_on: day.optional(),
      files: z.array(uuid).min(1, 'validation.required').max(pagesPerDocument),
      request_id: requestId,
    }),
    answer: verificationShown,
    refusals: [
      'http.idempotency_mismatch',
      'validation.choice',
      'verification.both_sides',
      'validation.required',
      'verification.not_yet_issued',
      'verification.document_old',
      'verification.document_expired',
      'verification.final',
      'verification.in_review',
      'verification.not_needed',
      'files.gone',
      'verification.same_document',
    ],
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'verification.save_draft': {
    route: 'POST /api/verification/draft',
    guard: 'client',
    summary: 'Keep a half-filled form, for another tab or another day. Its files wait a day.',
    body: z.strictObject({
      step: choice(draftSteps),
      content: z.record(z.string().max(40), z.string().max(500)).refine((fields) => Object.keys(fields).length <= 20),
    }),
    answer: done,
  },
} as const satisfies Endpoints;
