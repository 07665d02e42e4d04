import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import {
  country,
  day,
  decimal,
  done,
  instant,
  personName,
  phone,
  requestId,
  uuid,
  writtenLine,
} from '#contract/kernel/fields.ts';
import { storedFile } from '#contract/kernel/files.ts';
import { importedKinds, importedTypes } from '#contract/imports/names.ts';
import {
  documentKinds,
  documentStates,
  documentTypes,
  draftSteps,
  needs,
  pagesPerDocument,
  profileQuestions,
  documentStatuses,
} from './names.ts';
import { identityCheck } from './check.ts';
import { phoneCode, phoneProof } from './phone.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { formattedReason } from '#contract/reasons/endpoints.ts';

/** Why a document was refused, and what resolves it, in the language of the caller. */

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
  reasons: z.array(formattedReason),
  /** Rejected for good: no other is accepted. */
  final: z.boolean(),
  comment: z.string().nullable(),
  sent_at: instant,
  decided_at: instant.nullable(),
  files: z.array(storedFile),
});
export type ShownDocument = z.output<typeof document>;

/** A document by which the client proved something in another system. It counts for no level until staff make it a proof. */
export const importedDocument = z.object({
  id: uuid,
  kind: z.enum(importedKinds),
  type: z.enum(importedTypes),
  number: z.string().nullable(),
  issued_on: day.nullable(),
  expires_on: day.nullable(),
  /** When the other system accepted it. */
  accepted_on: day.nullable(),
  /** Number of the import. */
  run: z.string(),
  imported_at: instant,
  file: storedFile,
  /** Staff have made a proof of it. */
  used: z.boolean(),
});
export type ImportedDocument = z.output<typeof importedDocument>;

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
const limit = z.object({
  allowed: z.boolean(),
  limit: z.object({ span: z.enum(['operation', 'day', 'month']), amount: decimal }).nullable(),
});

/** A staff member has opened a document: `who` by first name for the client, by full name for staff. */
export const access = z.object({ at: instant, who: z.string(), role: z.string(), kind: z.enum(importedKinds) });

export const verificationShown = z.object({
  level: z.number().int(),
  /** Staff have set the level; while this is so, proofs do not change it. */
  set_by_hand: z.boolean(),
  levels: z.array(
    z.object({
      level: z.number().int(),
      deposit: limit,
      withdrawal: limit,
      ipo: z.boolean(),
      /** What it needs; `waiting` is pending with staff. */
      needs: z.array(z.object({ need: z.enum(needs), state: z.enum(['open', 'waiting', 'done']) })),
    }),
  ),
  /** The name is proven, and no longer changed by its owner. */
  name_locked: z.boolean(),
  person: person.nullable(),
  phone_confirmed: z.boolean(),
  phone_proof: phoneProof,
  phone_code: phoneCode,
  profile: profile.nullable(),
  identity_check: identityCheck,
  kinds: z.array(
    z.object({
      kind: z.enum(documentKinds),
      status: z.enum(documentStatuses),
      /** Whether another may be sent now. */
      open: z.boolean(),
      /** What staff have requested, unless it has been sent. */
      requested: z.string().nullable(),
      /** The latest; an approved one stays beside it while another waits. */
      documents: z.array(document),
    }),
  ),
  imported: z.array(importedDocument),
  /** When staff have to decide about what waits for them; null while nothing does. */
  review_due_at: instant.nullable(),
  drafts: z.array(
    z.object({
      step: z.enum(draftSteps),
      content: z.record(z.string(), z.string()),
      /** Those of the draft that still wait to be sent. */
      files: z.array(storedFile),
    }),
  ),
  /** Which staff opened a file, the latest first. */
  access_log: z.array(access),
});
export type VerificationShown = z.output<typeof verificationShown>;

const given = z.string().min(1, 'validation.required').max(200);

/** Why a document does not become a pending one of its client, in the order in which it is checked. */
export const documentRefusals = [
  'validation.required',
  'verification.not_yet_issued',
  'verification.document_old',
  'verification.document_expired',
  'verification.final',
  'verification.in_review',
  'verification.not_needed',
] as const;

export const verificationEndpoints = {
  'verification.show': {
    route: 'POST /api/verification',
    guard: 'signed_in',
    reads: true,
    summary: 'Levels with their limits and requirements, the caller’s proofs, and who has viewed them.',
    body: z.strictObject({}),
    response: verificationShown,
  },
  'verification.save_person': {
    route: 'POST /api/verification/person',
    guard: 'signed_in',
    needsProof: 'session',
    audited: true,
    summary:
      'Declare the personal data. A proven name can’t be changed. A new address has to be proven again, a new phone number confirmed; replacing it requires proof of identity.',
    body: z.strictObject({
      first_name: personName,
      second_name: personName,
      birth_on: day,
      nationality: country,
      phone: phone.pipe(given),
      address: writtenLine.pipe(given),
      ...proof,
    }),
    response: verificationShown,
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
    guard: 'signed_in',
    needsProof: 'session',
    audited: true,
    summary: 'Answer the questions of the economic profile. The latest answers apply, and earlier ones are kept.',
    body: answers,
    response: verificationShown,
  },
  'verification.send_document': {
    route: 'POST /api/verification/document',
    guard: 'signed_in',
    needsProof: 'session',
    summary:
      'Submit a document from uploaded files, both sides for a card. It replaces a pending one at once, an approved one once it is approved.',
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
    response: verificationShown,
    refusals: [
      'http.idempotency_mismatch',
      'validation.choice',
      'verification.both_sides',
      ...documentRefusals,
      'files.gone',
      'verification.same_document',
    ],
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'verification.save_draft': {
    route: 'POST /api/verification/draft',
    guard: 'signed_in',
    summary: 'Save a half-filled form, for another tab or another day. Its files are kept for a day.',
    body: z.strictObject({
      step: choice(draftSteps),
      content: z.record(z.string().max(40), z.string().max(500)).refine((fields) => Object.keys(fields).length <= 20),
    }),
    response: done,
  },
} as const satisfies Endpoints;
