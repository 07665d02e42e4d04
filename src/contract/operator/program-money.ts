import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { day, decimal, instant, uuid } from '#contract/kernel/fields.ts';
import { following, page, paging } from '#contract/kernel/reads/program-lists.ts';
import { bankStatuses } from '#contract/payments/bank-file-names.ts';
import { payoutMethods, providerFindings } from '#contract/payments/names.ts';
import { findingResults, ledgerAccountKinds, lineDoubts, lineResults } from '#contract/reconciliation/names.ts';

// What a data warehouse copies of money: the ledger, and what banks and providers say.

const text = z.string();
const ofPayment = { payment_id: uuid.optional() };

const posting = z.object({
  /** Orders the postings; digits. */
  id: text,
  transaction_id: uuid,
  /** Of the transaction. */
  kind: text,
  account: text,
  account_kind: z.enum(ledgerAccountKinds),
  /** Null for an account of the operator. */
  client_id: uuid.nullable(),
  currency: text,
  /** Signed, in favour of the account’s owner. The postings of a transaction sum to zero in each currency. */
  amount: decimal,
  /** Null for an account of the operator. */
  balance_after: decimal.nullable(),
  reference: z.object({ type: text, id: text }).nullable(),
  at: instant,
});
export type ApiPosting = z.output<typeof posting>;

const conversion = z.object({
  id: uuid,
  client_id: uuid,
  transaction_id: uuid,
  from_wallet_id: uuid,
  from_currency: text,
  paid: decimal,
  to_wallet_id: uuid,
  to_currency: text,
  received: decimal,
  /** Units of the second currency for one of the first, before the spread. */
  rate: decimal,
  /** What the operator keeps, in the second currency. */
  spread: decimal,
  at: instant,
  updated_at: instant,
});
export type ApiConversion = z.output<typeof conversion>;

const payout = z.object({
  /** Under which the provider has the order. */
  id: text,
  payment_id: uuid,
  client_id: uuid,
  connection_id: uuid,
  currency: text,
  amount: decimal,
  /** `calling`: the provider may or may not know it; `returned`: the money came back. */
  state: z.enum(['calling', 'accepted', 'sent', 'completed', 'failed', 'returned']),
  provider_id: text.nullable(),
  /** What the provider said last, in its words. */
  answer: text.nullable(),
  /** Of a payout in crypto. */
  coin: text.nullable(),
  coins: decimal.nullable(),
  transaction: text.nullable(),
  created_at: instant,
  ended_at: instant.nullable(),
  updated_at: instant,
});
export type ApiPayout = z.output<typeof payout>;

const bankPayout = z.object({
  /** The end-to-end id of the transfer. */
  id: text,
  uetr: uuid,
  file: text,
  payment_id: uuid,
  client_id: uuid,
  currency: text,
  amount: decimal,
  pay_on: day,
  /** The latest of the bank’s reports (ISO 20022); null before the first. */
  status: z.enum(bankStatuses).nullable(),
  reason: text.nullable(),
  detail: text.nullable(),
  /** A rejection that came after the bank had paid. */
  contradiction: text.nullable(),
  answered_at: instant.nullable(),
  /** When it left the file unpaid. */
  ended_at: instant.nullable(),
  updated_at: instant,
});
export type ApiBankPayout = z.output<typeof bankPayout>;

const dispute = z.object({
  id: uuid,
  payment_id: uuid,
  connection_id: uuid,
  provider_id: text,
  /** In the words of the provider. */
  status: text,
  reason: text,
  currency: text,
  /** Null in a currency that Atrium does not know; `amount_minor` is what the provider has said, in any. */
  amount: decimal.nullable(),
  amount_minor: text,
  /** Whether the provider has taken the money back. */
  withdrawn: z.boolean(),
  answer_by: instant.nullable(),
  closed: z.boolean(),
  opened_at: instant,
  updated_at: instant,
});
export type ApiDispute = z.output<typeof dispute>;

const paymentFinding = z.object({
  id: uuid,
  payment_id: uuid,
  kind: z.enum(providerFindings),
  subject: text,
  currency: text.nullable(),
  /** Null in a currency that Atrium does not know; `amount_minor` is what the provider has said, in any. */
  amount: decimal.nullable(),
  amount_minor: text.nullable(),
  answer_by: instant.nullable(),
  found_at: instant,
  closed_at: instant.nullable(),
  note: text.nullable(),
  updated_at: instant,
});
export type ApiPaymentFinding = z.output<typeof paymentFinding>;

const statementLine = z.object({
  id: uuid,
  run_id: uuid,
  number: z.number().int(),
  on: day,
  currency: text,
  /** Negative for money that went out. */
  amount: decimal,
  /** The operator’s, as the file writes it. */
  account: text,
  reference: text,
  end_to_end_id: text.nullable(),
  bank_reference: text.nullable(),
  /** The other side, as the bank writes it. */
  name: text.nullable(),
  result: z.enum(lineResults),
  doubt: z.enum(lineDoubts).nullable(),
  payment_id: uuid.nullable(),
  decided_by: uuid.nullable(),
  decided_at: instant.nullable(),
  updated_at: instant,
});
export type ApiStatementLine = z.output<typeof statementLine>;

const finding = z.object({
  id: uuid,
  run_id: uuid,
  result: z.enum(findingResults),
  reference: text.nullable(),
  on: day.nullable(),
  currency: text.nullable(),
  /** What the books have, and what the other side has. */
  here: decimal.nullable(),
  there: decimal.nullable(),
  payment_id: uuid.nullable(),
  /** The number of a trading account. */
  account: text.nullable(),
  rule: text.nullable(),
  note: text.nullable(),
  resolved_by: uuid.nullable(),
  resolved_at: instant.nullable(),
  updated_at: instant,
});
export type ApiFinding = z.output<typeof finding>;

const recipient = z.object({
  id: uuid,
  client_id: uuid,
  method: z.enum(payoutMethods),
  label: text,
  /** Masked. */
  account: text,
  scheme: text.nullable(),
  country: text.nullable(),
  holder: text,
  bank: text.nullable(),
  created_at: instant,
  /** No withdrawal goes there before. */
  confirmed_at: instant.nullable(),
  removed_at: instant.nullable(),
  updated_at: instant,
});
export type ApiRecipient = z.output<typeof recipient>;

export const programMoneyEndpoints = {
  'operator_api.postings': {
    route: 'GET /api/operator/v1/ledger/postings',
    guard: { scope: 'ledger:read' },
    summary:
      'Every posting of the ledger in its order, once the ledger is proved up to it. `transaction_id` is the `id` of ' +
      'an operation of a wallet.',
    refusals: ['operator.place_ahead'],
    query: z.strictObject(following),
    response: page(posting),
  },
  'operator_api.conversions': {
    route: 'GET /api/operator/v1/conversions',
    guard: { scope: 'wallets:read' },
    summary: 'Conversions between wallets, newest first.',
    query: z.strictObject(paging),
    response: page(conversion),
  },
  'operator_api.payouts': {
    route: 'GET /api/operator/v1/payouts',
    guard: { scope: 'payments:read' },
    summary: 'Orders to payout providers for withdrawals, by reference.',
    query: z.strictObject({ ...paging, ...ofPayment }),
    response: page(payout),
  },
  'operator_api.bank_payouts': {
    route: 'GET /api/operator/v1/bank-payouts',
    guard: { scope: 'payments:read' },
    summary: 'Withdrawals in files for the bank, with what it reports of each, by the number of the payment.',
    query: z.strictObject({ ...paging, ...ofPayment }),
    response: page(bankPayout),
  },
  'operator_api.disputes': {
    route: 'GET /api/operator/v1/disputes',
    guard: { scope: 'payments:read' },
    summary: 'Deposits that their payers dispute, as providers report them, newest first.',
    query: z.strictObject({ ...paging, ...ofPayment }),
    response: page(dispute),
  },
  'operator_api.payment_findings': {
    route: 'GET /api/operator/v1/payment-findings',
    guard: { scope: 'payments:read' },
    summary: 'What staff have to look at in payments by providers and banks, newest first.',
    query: z.strictObject({ ...paging, ...ofPayment }),
    response: page(paymentFinding),
  },
  'operator_api.statement_lines': {
    route: 'GET /api/operator/v1/statement-lines',
    guard: { scope: 'reconciliation:read' },
    summary: 'Booked entries of statements, with what became of each, newest first.',
    query: z.strictObject(paging),
    response: page(statementLine),
  },
  'operator_api.findings': {
    route: 'GET /api/operator/v1/findings',
    guard: { scope: 'reconciliation:read' },
    summary: 'What comparisons of the books have found, newest first.',
    query: z.strictObject(paging),
    response: page(finding),
  },
  'operator_api.recipients': {
    route: 'GET /api/operator/v1/recipients',
    guard: { scope: 'recipients:read' },
    summary: 'Bank accounts, cards and crypto addresses that clients withdraw to, newest first, their numbers masked.',
    query: z.strictObject(paging),
    response: page(recipient),
  },
} as const satisfies Endpoints;
