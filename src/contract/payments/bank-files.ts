import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { day, decimal, fileContent, instant, requestId, uuid, writtenText } from '#contract/kernel/fields.ts';
import { bankFileStates, bankStatuses, deliveryStates, maxAnswerBytes } from './bank-file-names.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];
const mayDecide: readonly Role[] = ['finance', 'admin'];

/** A line that a person must look at: rejected or changed by the bank, or rejected after it was paid. */
const answeredLine = z.object({
  payment: z.object({ id: uuid, number: z.string() }),
  amount: decimal,
  status: z.enum(bankStatuses).nullable(),
  /** The ISO code of the reason, and the bank's own words. */
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  /** What the bank said of it later, against its earlier answer. */
  contradiction: z.string().nullable(),
});

const bankFile = z.object({
  id: uuid,
  number: z.string(),
  state: z.enum(bankFileStates),
  currency: z.string(),
  /** The account that pays, masked. */
  account: z.string(),
  pay_on: day,
  count: z.number().int(),
  total: decimal,
  made_by: z.string(),
  made_at: instant,
  released_by: z.string().nullable(),
  released_at: instant.nullable(),
  ended_at: instant.nullable(),
  sha256: z.string(),
  /** By which connection it gets to the bank; null where staff download it. */
  delivery: z
    .object({
      connection: z.string(),
      state: z.enum(deliveryStates),
      done_at: instant.nullable(),
      /** Why the last attempt failed, in the words of the bank's server. */
      failure: z.string().nullable(),
    })
    .nullable(),
  /** How many lines there are of each status; null is those without an answer. */
  statuses: z.array(z.object({ status: z.enum(bankStatuses).nullable(), count: z.number().int() })),
  /** At most 50 of them. */
  attention: z.array(answeredLine),
});
export type BankFile = z.output<typeof bankFile>;

/** Approved withdrawals of one currency that no file has yet. */
const readyForFile = z.object({
  currency: z.string(),
  count: z.number().int(),
  total: decimal,
  /** The account that would pay, masked; null where the operator has none in this currency. */
  account: z.string().nullable(),
});
export type ReadyForFile = z.output<typeof readyForFile>;

const of = { file_id: uuid, request_id: requestId };

export const bankFileEndpoints = {
  'payments.bank_files': {
    route: 'POST /api/staff/payments/bank-files',
    guard: mayRead,
    summary:
      'Files for the bank (ISO 20022 pain.001), of all states or one, newest first, 20 at a time, and what is pending.',
    body: z.strictObject({ state: z.enum(bankFileStates).optional(), cursor: uuid.optional() }),
    response: z.object({
      today: day,
      ready: z.array(readyForFile),
      files: z.array(bankFile),
      next_cursor: uuid.nullable(),
    }),
  },
  'payments.make_file': {
    route: 'POST /api/staff/payments/bank-files/make',
    guard: mayDecide,
    summary:
      'Write a file with the approved withdrawals by bank transfer in one currency, 10,000 at most, without those that are blocked or need another way. A second person has to release it.',
    body: z.strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/, 'validation.choice'),
      pay_on: day,
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      request_id: requestId,
    }),
    response: bankFile,
    refusals: ['http.idempotency_mismatch', 'payments.file_day', 'payments.file_account', 'payments.file_empty'],
    idempotent: true,
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'payments.give_up_file': {
    route: 'POST /api/staff/payments/bank-files/give-up',
    guard: mayDecide,
    summary:
      'Request that lines of a released file that the bank rejected or left unanswered count as not paid. Another person must agree.',
    body: z.strictObject({ ...of, reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)) }),
    response: bankFile,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.file_state', 'approvals.request_open'],
    idempotent: true,
  },
  'payments.confirm_file': {
    route: 'POST /api/staff/payments/bank-files/confirm',
    guard: mayDecide,
    summary: 'State that the bank executes every line of a released file, for a bank that sends no status report.',
    body: z.strictObject(of),
    response: bankFile,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.file_state'],
    idempotent: true,
  },
  'payments.download_file': {
    route: 'GET /api/staff/payments/bank-files/:file_id/content',
    guard: mayDecide,
    summary: 'A released file as XML, the same bytes each time. Logged.',
    params: z.strictObject({ file_id: uuid }),
    response: fileContent,
    refusals: ['http.not_found', 'payments.file_state', 'approvals.changed', 'payments.file_blocked'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'payments.read_answer': {
    route: 'POST /api/staff/payments/bank-files/answer',
    guard: mayDecide,
    summary:
      'Read the bank’s status report (ISO 20022 pain.002). The body is the file alone, as application/octet-stream. The same report again changes nothing.',
    response: z.object({
      file: bankFile,
      /** Lines whose status changed. */
      changed: z.number().int(),
      /** References that are in no file of ours, at most 100. */
      unknown: z.array(z.string()),
    }),
    refusals: [
      'files.too_large',
      'files.xml_unsafe',
      'files.xml_malformed',
      'files.xml_schema',
      'payments.answer_unknown',
    ],
    bodyLimit: maxAnswerBytes,
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
