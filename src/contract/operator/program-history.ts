import { z } from 'zod';
import { closureReasons } from '#contract/clients/closure-names.ts';
import { riskRatings } from '#contract/clients/risk-names.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { decimal, instant, uuid } from '#contract/kernel/fields.ts';
import { page, paging } from '#contract/kernel/reads/program-lists.ts';
import { legalKinds } from '#contract/legal/names.ts';
import { paymentStates } from '#contract/payments/names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { transferStates } from '#contract/trading/transfer-names.ts';

// What a data warehouse copies to know how clients and their money came to what they are: each change with who made it.

const text = z.string();
const ofClient = { client_id: uuid.optional() };
/** A row of a client. */
const whose = { id: uuid, client_id: uuid, updated_at: instant };

const transfer = z.object({
  ...whose,
  wallet_id: uuid,
  /** The number of the trading account. */
  account: text,
  /** `in`: from the wallet to the account. */
  direction: z.enum(['in', 'out']),
  currency: text,
  amount: decimal,
  state: z.enum(transferStates),
  created_at: instant,
  settled_at: instant.nullable(),
});
export type ApiTransfer = z.output<typeof transfer>;

const paymentStep = z.object({
  ...whose,
  payment_id: uuid,
  /** Which the payment reached. */
  state: z.enum(paymentStates),
  by_kind: z.enum(['client', 'staff', 'system']),
  /** Null where the system did it. */
  by_id: uuid.nullable(),
  at: instant,
});
export type ApiPaymentStep = z.output<typeof paymentStep>;

const rate = z.object({
  /** Digits. */
  id: text,
  currency: text,
  /** In UTC. */
  day: z.iso.date(),
  /** The last of the day: USD for one unit. */
  usd_rate: decimal,
  updated_at: instant,
});
export type ApiRate = z.output<typeof rate>;

const riskRating = z.object({
  ...whose,
  /** Before; null for the first. */
  was: z.enum(riskRatings).nullable(),
  rating: z.enum(riskRatings),
  set_by: uuid,
  /** The request that a second person approved, where two were needed. */
  approval_request_id: uuid.nullable(),
  at: instant,
});
export type ApiRiskRating = z.output<typeof riskRating>;

const tierChange = z.object({
  ...whose,
  /** Digits. */
  id: text,
  /** Null for the first tier. */
  from_tier: z.enum(tierNames).nullable(),
  tier: z.enum(tierNames),
  /** `metric`: by what the client has; `override`: by staff. */
  source: z.enum(['metric', 'override']),
  /** The last day of a tier that staff have set, if they have named one. */
  until: z.iso.date().nullable(),
  /** Null where the evaluation changed it. */
  changed_by: uuid.nullable(),
  at: instant,
});
export type ApiTierChange = z.output<typeof tierChange>;

const closure = z.object({
  ...whose,
  /** Null if the client gave none. */
  reason: z.enum(closureReasons).nullable(),
  /** Null while the request is open. */
  outcome: z.enum(['cancelled', 'closed']).nullable(),
  requested_at: instant,
  /** The earliest time of the closure. */
  closes_at: instant,
  ended_at: instant.nullable(),
});
export type ApiClosure = z.output<typeof closure>;

const legalVersion = z.object({
  id: uuid,
  document: z.enum(legalKinds),
  version: z.number().int(),
  /** Whether clients who accepted an earlier version have to accept this one. */
  requires_new_consent: z.boolean(),
  /** Null for the text that came with Atrium, which applies from the start. */
  effective_on: z.iso.date().nullable(),
  published_at: instant,
  published_by: uuid.nullable(),
  updated_at: instant,
});
export type ApiLegalVersion = z.output<typeof legalVersion>;

export const programHistoryEndpoints = {
  'operator_api.transfers': {
    route: 'GET /api/operator/v1/transfers',
    guard: { scope: 'wallets:read' },
    summary: 'Transfers between wallets and trading accounts, newest first.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(transfer),
  },
  'operator_api.payment_steps': {
    route: 'GET /api/operator/v1/payment-steps',
    guard: { scope: 'payments:read' },
    summary: 'States that payments have reached, and who moved them there, newest first.',
    query: z.strictObject({ ...paging, payment_id: uuid.optional() }),
    response: page(paymentStep),
  },
  'operator_api.rates': {
    route: 'GET /api/operator/v1/rates',
    guard: { scope: 'wallets:read' },
    summary: 'The last rate of each currency on each day, newest first.',
    query: z.strictObject(paging),
    response: page(rate),
  },
  'operator_api.risk_ratings': {
    route: 'GET /api/operator/v1/risk-ratings',
    guard: { scope: 'clients:read' },
    summary: 'Risk ratings of clients by compliance, newest first. Clients never see them.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(riskRating),
  },
  'operator_api.tier_changes': {
    route: 'GET /api/operator/v1/tier-changes',
    guard: { scope: 'clients:read' },
    summary: 'Changes of the tiers of clients, newest first.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(tierChange),
  },
  'operator_api.closures': {
    route: 'GET /api/operator/v1/closures',
    guard: { scope: 'clients:read' },
    summary: 'Requests of clients to close their account, newest first.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(closure),
  },
  'operator_api.legal_versions': {
    route: 'GET /api/operator/v1/legal-versions',
    guard: { scope: 'clients:read' },
    summary: 'Published versions of legal documents, newest first, to which consents refer.',
    query: z.strictObject(paging),
    response: page(legalVersion),
  },
} as const satisfies Endpoints;
