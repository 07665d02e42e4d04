import { z } from 'zod';
import { signInLink, signInLinkRefusals } from '#contract/auth/endpoints.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { country, decimal, email, instant, language, requestId, uuid } from '#contract/kernel/fields.ts';
import { page, paging } from '#contract/kernel/reads/program-lists.ts';
import { applicationStates, offeringStates } from '#contract/ipo/names.ts';
import { adjustmentCategories, paymentKinds, paymentMethods, paymentStates } from '#contract/payments/names.ts';
import { clientStates } from '#contract/staff/names.ts';
import { riskRatings } from '#contract/clients/risk-names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { documentKinds, documentStates, documentTypes } from '#contract/verification/names.ts';
import { operationKinds } from '#contract/wallets/names.ts';

const byId = z.strictObject({ id: uuid });

const client = z.object({
  id: uuid,
  email: z.string(),
  email_verified: z.boolean(),
  first_name: z.string(),
  second_name: z.string(),
  phone: z.string().nullable(),
  country: z.string(),
  language,
  /** The name of the host of the client's brand; null while there is one brand only. */
  brand: z.string().nullable(),
  verification_level: z.number().int(),
  /** How compliance rates the client's risk; null without a rating. Clients must not learn of it. */
  risk: z.enum(riskRatings).nullable(),
  tier: z.enum(tierNames),
  /** `disputed` is frozen and claimed by two addresses, until staff reopen it; new states may come. */
  state: z.enum(clientStates),
  /** One of those who work for the operator. */
  is_staff: z.boolean(),
  tags: z.array(z.string()),
  /** The personal manager; null without one. */
  manager_id: uuid.nullable(),
  created_at: instant,
  updated_at: instant,
});
export type ApiClient = z.output<typeof client>;

const account = z.object({
  /** By which the client and the trading platform know it. */
  number: z.string(),
  client_id: uuid,
  currency: z.string(),
  leverage: z.number().int(),
  nickname: z.string().nullable(),
  status: z.enum(['pending', 'active', 'read_only', 'archived']),
  created_at: instant,
  updated_at: instant,
});
export type ApiAccount = z.output<typeof account>;

const wallet = z.object({
  id: uuid,
  client_id: uuid,
  kind: z.enum(['main', 'currency']),
  currency: z.string(),
  available: decimal,
  held: decimal,
  created_at: instant,
  updated_at: instant,
});
export type ApiWallet = z.output<typeof wallet>;

const operation = z.object({
  id: uuid,
  kind: z.enum(operationKinds),
  /** Signed. */
  amount: decimal,
  balance_after: decimal,
  currency: z.string(),
  reference: z.object({ type: z.string(), id: z.string(), label: z.string().nullable() }).nullable(),
  at: instant,
});

const payment = z.object({
  id: uuid,
  number: z.string(),
  client_id: uuid,
  wallet_id: uuid,
  kind: z.enum(paymentKinds),
  state: z.enum(paymentStates),
  method: z.enum(paymentMethods).nullable(),
  /** What an adjustment is for, and the payment that it reverses. */
  category: z.enum(adjustmentCategories).nullable(),
  reverses: uuid.nullable(),
  currency: z.string(),
  amount: decimal,
  fee: decimal,
  /** The amount that reaches the wallet or the destination; negative where an adjustment debits. */
  net: decimal,
  /** In US dollars when it was requested; once credited, of what arrived. */
  value_usd: decimal,
  /** What a bank transfer names as its purpose, so that it is found. */
  reference: z.string().nullable(),
  /** Of the transfer at the bank, as staff entered it; of a deposit that a program reported, the program’s. */
  bank_reference: z.string().nullable(),
  /** Of a withdrawal: where it goes, in `/recipients`. */
  destination_id: uuid.nullable(),
  /** Of a withdrawal to a card: the deposit of which it is a refund in part. */
  refunds: uuid.nullable(),
  reason: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});
export type ApiPayment = z.output<typeof payment>;

const offering = z.object({
  id: uuid,
  ticker: z.string(),
  issuer: z.string(),
  exchange: z.string(),
  currency: z.string(),
  state: z.enum(offeringStates),
  price_low: decimal,
  price_high: decimal,
  final_price: decimal.nullable(),
  opens_at: instant,
  closes_at: instant,
  updated_at: instant,
});
export type ApiOffering = z.output<typeof offering>;

const application = z.object({
  id: uuid,
  number: z.string(),
  client_id: uuid,
  offering_id: uuid,
  state: z.enum(applicationStates),
  quantity: z.number().int(),
  allotted_quantity: z.number().int().nullable(),
  currency: z.string(),
  held: decimal,
  cost: decimal.nullable(),
  fee: decimal.nullable(),
  created_at: instant,
  updated_at: instant,
});
export type ApiApplication = z.output<typeof application>;

const verification = z.object({
  client_id: uuid,
  level: z.number().int(),
  documents: z.array(
    z.object({
      id: uuid,
      kind: z.enum(documentKinds),
      type: z.enum(documentTypes),
      state: z.enum(documentStates),
      reasons: z.array(z.string()),
      expires_on: z.iso.date().nullable(),
      sent_at: instant,
      decided_at: instant.nullable(),
    }),
  ),
});

export const operatorApiEndpoints = {
  'operator_api.clients': {
    route: 'GET /api/operator/v1/clients',
    guard: { scope: 'clients:read' },
    summary: 'Clients, newest first; with `email`, the client with that address.',
    query: z.strictObject({ ...paging, email: email.optional(), country: country.optional() }),
    response: page(client),
  },
  'operator_api.client': {
    route: 'GET /api/operator/v1/clients/:id',
    guard: { scope: 'clients:read' },
    summary: 'One client.',
    params: byId,
    response: client,
    refusals: ['http.not_found'],
  },
  'operator_api.managers': {
    route: 'GET /api/operator/v1/managers',
    guard: { scope: 'clients:read' },
    summary: 'Staff who can be a client’s personal manager, by name, with the number of their clients.',
    response: z.object({ data: z.array(z.object({ id: uuid, name: z.string(), clients: z.number().int() })) }),
  },
  'operator_api.verification': {
    route: 'GET /api/operator/v1/clients/:id/verification',
    guard: { scope: 'verification:read' },
    summary: 'A client’s verification status and the status of their documents. Never includes the documents.',
    params: byId,
    response: verification,
    refusals: ['http.not_found'],
  },
  'operator_api.issue_sign_in_link': {
    route: 'POST /api/operator/v1/clients/:id/sign-in-link',
    guard: { scope: 'sign_in_links:write' },
    summary:
      'Issue a one-time sign-in link for a client, valid for ten minutes, instead of an earlier one. A second factor must still be provided. The client is notified by email.',
    params: byId,
    body: z.strictObject({ request_id: requestId }),
    response: signInLink,
    refusals: ['http.not_found', 'http.idempotency_mismatch', ...signInLinkRefusals],
    rateLimit: { hits: 60, windowS: 600, by: 'key' },
    idempotent: true,
  },
  'operator_api.accounts': {
    route: 'GET /api/operator/v1/accounts',
    guard: { scope: 'accounts:read' },
    summary: 'Trading accounts, newest first.',
    query: z.strictObject({ ...paging, client_id: uuid.optional() }),
    response: page(account),
  },
  'operator_api.wallets': {
    route: 'GET /api/operator/v1/wallets',
    guard: { scope: 'wallets:read' },
    summary: 'Wallets with their balances, newest first.',
    query: z.strictObject({ ...paging, client_id: uuid.optional() }),
    response: page(wallet),
  },
  'operator_api.operations': {
    route: 'GET /api/operator/v1/wallets/:id/operations',
    guard: { scope: 'wallets:read' },
    summary: 'Operations of a wallet, newest first, 50 at a time.',
    params: byId,
    query: z.strictObject({ cursor: uuid.optional(), since: instant.optional(), until: instant.optional() }),
    response: page(operation),
    refusals: ['http.not_found'],
  },
  'operator_api.payments': {
    route: 'GET /api/operator/v1/payments',
    guard: { scope: 'payments:read' },
    summary: 'Deposits, withdrawals and adjustments, newest first.',
    query: z.strictObject({
      ...paging,
      client_id: uuid.optional(),
      kind: z.enum(paymentKinds, 'validation.choice').optional(),
      state: z.enum(paymentStates, 'validation.choice').optional(),
      reference: z.string().trim().min(1, 'validation.required').max(80).optional(),
    }),
    response: page(payment),
  },
  'operator_api.payment': {
    route: 'GET /api/operator/v1/payments/:id',
    guard: { scope: 'payments:read' },
    summary: 'One payment.',
    params: byId,
    response: payment,
    refusals: ['http.not_found'],
  },
  'operator_api.offerings': {
    route: 'GET /api/operator/v1/ipo/offerings',
    guard: { scope: 'ipo:read' },
    summary: 'Announced offerings, newest first.',
    query: z.strictObject({ ...paging, state: z.enum(offeringStates, 'validation.choice').optional() }),
    response: page(offering),
  },
  'operator_api.applications': {
    route: 'GET /api/operator/v1/ipo/applications',
    guard: { scope: 'ipo:read' },
    summary: 'Clients’ applications, newest first.',
    query: z.strictObject({
      ...paging,
      client_id: uuid.optional(),
      offering_id: uuid.optional(),
      state: z.enum(applicationStates, 'validation.choice').optional(),
    }),
    response: page(application),
  },
} as const satisfies Endpoints;
