import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { day, fileOfList, instant, requestId, uuid, writtenLine, writtenText } from '#contract/kernel/fields.ts';
import { verificationValues } from '#contract/settings/values/verification.ts';
import { reasonCode } from '#contract/reasons/endpoints.ts';
import { answers, document, documentRefusals, access, importedDocument } from './endpoints.ts';
import { identityCheckForStaff } from './check.ts';
import { phoneProofForStaff } from './phone.ts';
import { documentKinds, needs, queueViews } from './names.ts';

const officers: readonly Role[] = ['compliance', 'admin'];

const officer = z.object({ id: uuid, name: z.string() });

/** A client in the queue for staff. */
const queueRow = z.object({
  client_id: uuid,
  name: z.string(),
  email: z.string(),
  country: z.string(),
  level: z.number().int(),
  /** What is pending with staff. */
  waiting: z.array(z.enum(needs)),
  waiting_since: instant.nullable(),
  /** By when it should be decided. */
  due_at: instant.nullable(),
  /** Who reviews it now. */
  reviewer: officer.nullable(),
});
export type VerificationRow = z.output<typeof queueRow>;

/** Another client with the same of something. */
const duplicate = z.object({ client_id: uuid, name: z.string(), why: z.enum(['number', 'file', 'name_and_birth']) });

/** The client's own statements, against which documents are compared. */
const facts = z.object({
  first_name: z.string(),
  second_name: z.string(),
  birth_on: day.nullable(),
  nationality: z.string().nullable(),
  country: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  profile: answers.nullable(),
});
export type PersonFacts = z.output<typeof facts>;

export const verificationCase = z.object({
  row: queueRow,
  /** Until when the case is the reviewer's. */
  reviewed_until: instant.nullable(),
  /** Whether it is assigned to the caller. */
  mine: z.boolean(),
  /** It is the caller's own: they may only view it. */
  own: z.boolean(),
  facts,
  /** Identifies the facts as shown here; a decision names the version that it is based on. */
  facts_version: z.string(),
  client: z.object({
    phone_confirmed: z.boolean(),
    phone_proof: phoneProofForStaff,
    email_verified: z.boolean(),
    created_at: instant,
  }),
  /** The level set by hand; null when proofs decide. */
  level_by_hand: z.number().int().nullable(),
  /** What the proofs alone amount to. */
  level_proven: z.number().int(),
  documents: z.array(
    document.extend({
      private_comment: z.string().nullable(),
      decided_by: z.string().nullable(),
      /** As they were when it was sent, and after a decision when that was taken; null where they were not stored. */
      facts: facts.nullable(),
    }),
  ),
  imported: z.array(importedDocument),
  identity_checks: z.array(identityCheckForStaff),
  duplicates: z.array(duplicate),
  access_log: z.array(access),
  /** Requested and not sent yet. */
  requested: z.array(z.object({ kind: z.enum(documentKinds), comment: z.string(), at: instant })),
});
export type VerificationCase = z.output<typeof verificationCase>;

const comment = writtenText.pipe(z.string().max(500)).optional();
const commentNeeded = writtenText.pipe(z.string().min(3, 'validation.required').max(500));
const always = ['http.idempotency_mismatch', 'http.not_found', 'verification.own_case'] as const;
const ofCase = { client_id: uuid, request_id: requestId };
/** The `facts_version` of the case that the officer decides on. */
const factsSeen = { facts_version: z.string().length(64) };

/** Filter of the queue. */
const queueFilter = z.strictObject({
  /**
   * `waiting` is pending with staff, `mine` is under review by the caller, `all` is every client who has sent
   * something.
   */
  view: z.enum(queueViews, 'validation.choice').default('waiting'),
  kind: z.enum(documentKinds, 'validation.choice').optional(),
  /** Part of a name or an email. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
});

export const verificationStaffEndpoints = {
  'verification.preview_levels': {
    route: 'POST /api/staff/verification/levels-preview',
    guard: ['admin'],
    summary: 'How many clients would rise and fall under these level requirements. Levels set by staff do neither.',
    body: z.strictObject({ levels: verificationValues['verification.levels'].shape }),
    response: z.object({ rise: z.number().int(), fall: z.number().int() }),
  },
  'verification.queue': {
    route: 'POST /api/staff/verification',
    guard: officers,
    summary: 'Clients with proofs to review, earliest due first, 50 at a time.',
    body: queueFilter.extend({ offset: z.number().int().min(0).max(100_000).default(0) }),
    response: z.object({ rows: z.array(queueRow), next_offset: z.number().int().nullable() }),
  },
  'verification.queue_file': {
    route: 'GET /api/staff/verification/file',
    readsReplica: true,
    guard: officers,
    summary: 'The same rows as CSV, 10,000 at most. Logged.',
    query: queueFilter,
    ...fileOfList,
  },
  'verification.case': {
    route: 'POST /api/staff/verification/case',
    guard: officers,
    summary: 'What a client has declared and sent, similar data of other clients, and who viewed the case.',
    body: z.strictObject({ client_id: uuid }),
    response: verificationCase,
    refusals: ['http.not_found'],
  },
  'verification.assign': {
    route: 'POST /api/staff/verification/assign',
    guard: officers,
    summary: 'Reserve a case for review for a while; with a note, take it over from a colleague.',
    body: z.strictObject({ ...ofCase, note: comment }),
    response: verificationCase,
    refusals: [...always, 'verification.assigned_to_other'],
    idempotent: true,
  },
  'verification.decide': {
    route: 'POST /api/staff/verification/decide',
    guard: officers,
    summary:
      'Approve or reject a document, by the facts that the officer saw. If the client has changed them since, nothing is decided.',
    body: z.strictObject({
      ...ofCase,
      ...factsSeen,
      document_id: uuid,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      /** Of a rejection, at least one. */
      reasons: z.array(reasonCode).max(20).default([]),
      final: z.boolean().default(false),
      /** The date that the document shows, where the client wrote another. */
      expires_on: day.optional(),
      comment,
      private_comment: comment,
    }),
    response: verificationCase,
    refusals: [
      ...always,
      'verification.not_assigned',
      'verification.decided',
      'verification.own_report',
      'verification.changed_meanwhile',
      'validation.required',
      'reasons.not_open',
      'verification.document_expired',
    ],
    idempotent: true,
  },
  'verification.confirm_phone': {
    route: 'POST /api/staff/verification/phone',
    guard: officers,
    summary: 'Confirm that the client was reached on the number that the officer saw, and how.',
    body: z.strictObject({ ...ofCase, ...factsSeen, how: commentNeeded }),
    response: verificationCase,
    refusals: [...always, 'verification.not_assigned', 'verification.changed_meanwhile', 'verification.no_phone'],
    idempotent: true,
  },
  'verification.request_document': {
    route: 'POST /api/staff/verification/request-document',
    guard: officers,
    summary: 'Request a further document of a kind from the client, with a message that the client sees.',
    body: z.strictObject({ ...ofCase, kind: z.enum(documentKinds, 'validation.choice'), comment: commentNeeded }),
    response: verificationCase,
    refusals: [...always, 'verification.not_assigned'],
    idempotent: true,
  },
  'verification.use_imported': {
    route: 'POST /api/staff/verification/use-imported',
    guard: officers,
    summary: 'Make an imported document a pending one, with what the import left out.',
    body: z.strictObject({
      ...ofCase,
      imported_id: uuid,
      /** Of an identity document; what the import says counts more. */
      number: writtenLine.pipe(z.string().max(40)).optional(),
      issued_on: day.optional(),
      expires_on: day.optional(),
    }),
    response: verificationCase,
    refusals: [
      ...always,
      'verification.not_assigned',
      'verification.decided',
      ...documentRefusals,
      'verification.same_document',
    ],
    idempotent: true,
  },
} as const satisfies Endpoints;
