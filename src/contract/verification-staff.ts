import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { day, fileOfList, instant, requestId, uuid, writtenLine, writtenText } from './fields.ts';
import { verificationValues } from './settings-values/verification.ts';
import { reasonCode } from './reasons.ts';
import { answers, document, look } from './verification.ts';
import { documentKinds, needs, queueViews } from './verification-names.ts';

const officers: readonly Role[] = ['compliance', 'admin'];

const officer = z.object({ id: uuid, name: z.string() });

/** A client at the desk. */
const queueRow = z.object({
  client_id: uuid,
  name: z.string(),
  email: z.string(),
  country: z.string(),
  level: z.number().int(),
  /** What lies with staff. */
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

/** What a client says of himself, against which documents are held. */
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
  /** Whether the asker has it. */
  mine: z.boolean(),
  /** It is the asker's own: he may look and nothing else. */
  own: z.boolean(),
  facts,
  /** Names the facts as they are shown here; whoever decides says which he saw. */
  facts_version: z.string(),
  client: z.object({ phone_confirmed: z.boolean(), email_verified: z.boolean(), created_at: instant }),
  /** The level set by hand; null when proofs decide. */
  level_by_hand: z.number().int().nullable(),
  /** What the proofs alone amount to. */
  level_proven: z.number().int(),
  documents: z.array(
    document.extend({
      private_comment: z.string().nullable(),
      decided_by: z.string().nullable(),
      /** As they were when it was sent, and from a decision on when that was taken; null where nobody kept them. */
      facts: facts.nullable(),
    }),
  ),
  duplicates: z.array(duplicate),
  looks: z.array(look),
  /** What was asked for and is not answered. */
  asked: z.array(z.object({ kind: z.enum(documentKinds), comment: z.string(), at: instant })),
});
export type VerificationCase = z.output<typeof verificationCase>;

const comment = writtenText.pipe(z.string().max(500)).optional();
const commentNeeded = writtenText.pipe(z.string().min(3, 'validation.required').max(500));
const always = ['http.idempotency_mismatch', 'http.not_found', 'verification.own_case'] as const;
const ofCase = { client_id: uuid, request_id: requestId };
/** The `facts_version` of the case that the officer decides on. */
const factsSeen = { facts_version: z.string().length(64) };

/** What of the queue is looked at. */
const queueFilter = z.strictObject({
  /** `waiting` lies with staff, `mine` is under review by the asker, `all` is whoever has sent something. */
  view: z.enum(queueViews, 'validation.choice').default('waiting'),
  kind: z.enum(documentKinds, 'validation.choice').optional(),
  /** Part of a name or an e-mail. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
});

export const verificationDeskEndpoints = {
  'verification.preview_levels': {
    route: 'POST /api/staff/verification/levels-preview',
    guard: ['admin'],
    summary:
      'How many clients would rise and fall, were this what levels take. Those whose level staff have set do neither.',
    body: z.strictObject({ levels: verificationValues['verification.levels'].shape }),
    answer: z.object({ rise: z.number().int(), fall: z.number().int() }),
  },
  'verification.queue': {
    route: 'POST /api/staff/verification',
    guard: officers,
    summary: 'Clients whose proofs wait, what is due first on top, 50 at a time.',
    body: queueFilter.extend({ offset: z.number().int().min(0).max(100_000).default(0) }),
    answer: z.object({ rows: z.array(queueRow), next_offset: z.number().int().nullable() }),
  },
  'verification.queue_file': {
    route: 'GET /api/staff/verification/file',
    guard: officers,
    summary: 'The same rows as CSV, 10,000 at most. Whoever takes them away is written down.',
    query: queueFilter,
    ...fileOfList,
  },
  'verification.case': {
    route: 'POST /api/staff/verification/case',
    guard: officers,
    summary: 'Everything that a client has declared and sent, what resembles it elsewhere, and who looked.',
    body: z.strictObject({ client_id: uuid }),
    answer: verificationCase,
    refusals: ['http.not_found'],
  },
  'verification.take': {
    route: 'POST /api/staff/verification/take',
    guard: officers,
    summary: 'Review a case for a while, so that nobody else does; with a note, take it over from a colleague.',
    body: z.strictObject({ ...ofCase, note: comment }),
    answer: verificationCase,
    refusals: [...always, 'verification.taken'],
    idempotent: true,
  },
  'verification.decide': {
    route: 'POST /api/staff/verification/decide',
    guard: officers,
    summary:
      'Approve or refuse a document, held against the facts that the officer saw: where the client has changed them since, nothing is decided. The level follows from what is approved.',
    body: z.strictObject({
      ...ofCase,
      ...factsSeen,
      document_id: uuid,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      /** Of a refusal, at least one. */
      reasons: z.array(reasonCode).max(20).default([]),
      final: z.boolean().default(false),
      /** The date that the document shows, where the client wrote another. */
      expires_on: day.optional(),
      comment,
      private_comment: comment,
    }),
    answer: verificationCase,
    refusals: [
      ...always,
      'verification.not_taken',
      'verification.decided',
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
    summary: 'Say that the client was reached under the number that the officer saw, and how that was made sure.',
    body: z.strictObject({ ...ofCase, ...factsSeen, how: commentNeeded }),
    answer: verificationCase,
    refusals: [...always, 'verification.not_taken', 'verification.changed_meanwhile', 'verification.no_phone'],
    idempotent: true,
  },
  'verification.ask': {
    route: 'POST /api/staff/verification/ask',
    guard: officers,
    summary: 'Ask the client for a further document of a kind, in words that he reads.',
    body: z.strictObject({ ...ofCase, kind: z.enum(documentKinds, 'validation.choice'), comment: commentNeeded }),
    answer: verificationCase,
    refusals: [...always, 'verification.not_taken'],
    idempotent: true,
  },
} as const satisfies Endpoints;
