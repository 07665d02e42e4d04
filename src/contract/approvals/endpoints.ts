import { z } from 'zod';
import { riskRatings } from '#contract/clients/risk-names.ts';
import { hitDecisions } from '#contract/screening/names.ts';
import { approvalRefusals, approvalStates } from './names.ts';
import { overrule } from './overrule.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { decimal, done, instant, uuid, writtenText } from '#contract/kernel/fields.ts';
import { protectedKeys } from '#contract/settings/names.ts';
import { scopes } from '#contract/operator/names.ts';
import { staffRoles } from '#contract/staff/names.ts';
import { overrideKinds } from '#contract/staff/override-names.ts';
import { documentTypeCounts, movementTotals } from '#contract/imports/endpoints.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { approvalKinds, approvalRequestDays } from './request-names.ts';
import { allotmentMethods } from '#contract/ipo/names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { ipoApprovalActions } from '#contract/ipo/staff-names.ts';
import { bankFileActs } from '#contract/payments/bank-file-names.ts';
import { paymentActions, paymentKinds } from '#contract/payments/names.ts';
import { transferOutcomes } from '#contract/trading/transfer-names.ts';
import { dealingSubject } from '#contract/staff/dealing.ts';

/** Who decides; on API keys only administrators, and finance on settings where neither of the others could. */
const approverRoles: readonly Role[] = ['compliance', 'admin', 'finance'];

const common = {
  id: uuid,
  /** Empty where a step needs none. */
  reason: z.string(),
  author: z.string(),
  /** Whether the caller made the request and may cancel it. */
  own: z.boolean(),
  /** Whether the caller's roles allow a decision; a new administrator is refused when they try. */
  may_decide: z.boolean(),
  created_at: instant,
  /** Null for a step of a process, which waits as long as the process does. */
  expires_at: instant.nullable(),
  /** How it ended; null while it is open. An expired one has no person. */
  decision: z
    .object({
      state: z.enum(approvalStates).exclude(['open']),
      by: z.string().nullable(),
      at: instant,
      note: z.string().nullable(),
      /** Author and approver used one network or device. */
      same_network: z.boolean(),
      overrule: z.string().nullable(),
    })
    .nullable(),
};
const client = z.object({ id: uuid, name: z.string() });

/** Limits of one client in US dollars, null for none; or their maximum of trading accounts. */
const ownLimits = z.object({
  max: z.number().int().nullable(),
  per_operation: decimal.nullable(),
  per_day: decimal.nullable(),
  per_month: decimal.nullable(),
  until: z.iso.date().nullable(),
});

const money = { amount: decimal, currency: z.string() };

/** The steps that wait in a process of their own. */
const steps = [
  z.object({
    ...common,
    kind: z.literal('payment'),
    /** The id of the payment. */
    key: uuid,
    client,
    value: z.object({
      ...money,
      number: z.string(),
      kind: z.enum(paymentKinds),
      action: z.enum(paymentActions),
      /** Where a withdrawal goes, masked. */
      destination: z.object({ account: z.string(), holder: z.string() }).nullable(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('offering'),
    /** The id of the offering. */
    key: uuid,
    client: z.null(),
    value: z.object({
      ...money,
      offering: z.string(),
      action: z.enum(ipoApprovalActions),
      price: decimal.nullable(),
      method: z.enum(allotmentMethods).nullable(),
      clients: z.number().int(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('transfer'),
    /** The id of the transfer. */
    key: uuid,
    client,
    value: z.object({
      ...money,
      direction: z.enum(['in', 'out']),
      trading_account_id: z.string(),
      outcome: z.enum(transferOutcomes),
    }),
  }),
] as const;

const approvalRequest = z.discriminatedUnion('kind', [
  ...steps,
  z.object({
    ...common,
    kind: z.literal('setting'),
    key: z.enum(protectedKeys),
    client: z.null(),
    /** The value when the request was made; any value of the catalogue. */
    was: z.unknown(),
    value: z.unknown(),
  }),
  z.object({
    ...common,
    kind: z.literal('limits'),
    key: z.enum(overrideKinds),
    client,
    /** Null means that the operator's rule applies again. */
    value: ownLimits.nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('api_key'),
    /** The id of the API key. */
    key: uuid,
    client: z.null(),
    value: z.object({
      name: z.string(),
      scopes: z.array(z.enum(scopes)),
      addresses: z.array(z.string()),
      ends_on: z.iso.date().nullable(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('payout_file'),
    /** The id of the file for the bank. */
    key: uuid,
    client: z.null(),
    value: z.object({ ...money, name: z.string(), act: z.enum(bankFileActs), count: z.number().int() }),
  }),
  z.object({
    ...common,
    kind: z.literal('connection'),
    /** The id of the connection. */
    key: uuid,
    client: z.null(),
    value: z.object({
      name: z.string(),
      adapter: z.string(),
      act: z.enum(['add', 'change', 'switch_on', 'switch_off', 'remove']),
      value: z.object({ settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) }),
      /** New ones, by their last characters. */
      secrets: z.array(z.object({ name: z.string(), hint: z.string() })),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('import'),
    /** The id of the import. */
    key: uuid,
    client: z.null(),
    value: z.object({
      name: z.string(),
      file: z.string(),
      /** How many of what the rows are: clients, trading accounts, past movements, or documents. */
      clients: z.number().int().optional(),
      accounts: z.number().int().optional(),
      history: z.number().int().optional(),
      documents: z.number().int().optional(),
      /** Of history only. */
      movements: movementTotals.nullish(),
      /** Of documents only. */
      document_types: documentTypeCounts.optional(),
      levels: z.array(z.object({ level: z.number().int(), count: z.number().int() })),
      totals: z.array(z.object(money)),
      /** The largest opening balances by their value in USD, by numbers of the other system; earlier requests have none. */
      largest: z.array(z.object({ client: z.string(), account: z.string().nullable(), ...money })).optional(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('screening'),
    /** The id of the hit. */
    key: uuid,
    client,
    value: z.object({ caption: z.string(), entity: z.string(), decision: z.enum(hitDecisions) }),
  }),
  z.object({
    ...common,
    kind: z.literal('staff_identity'),
    client,
    /** The provider, as the connection is named. */
    value: z.object({ provider: z.string() }),
  }),
  z.object({ ...common, kind: z.literal('level'), client, was: z.number().int(), value: z.number().int() }),
  z.object({
    ...common,
    kind: z.literal('risk'),
    client,
    /** Null without a rating. */
    was: z.enum(riskRatings).nullable(),
    value: z.enum(riskRatings),
  }),
  z.object({
    ...common,
    kind: z.literal('tier'),
    client,
    was: z.enum(tierNames),
    value: z.object({ tier: z.enum(tierNames), until: z.iso.date() }),
  }),
  z.object({ ...common, kind: z.literal('email'), client, was: z.string(), value: z.string() }),
  z.object({
    ...common,
    kind: z.literal('role'),
    client,
    was: z.array(z.enum(staffRoles)),
    value: z.array(z.enum(staffRoles)),
    /** For a person who would see offerings: what they already hold here. It stays, and they cannot add to it. */
    holds: z.object({ accounts: z.number().int(), applications: z.number().int() }).nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('staff_dealing'),
    client,
    value: z.object({ ...dealingSubject, until: z.iso.date() }),
  }),
]);
export type ApprovalRequest = z.output<typeof approvalRequest>;
export type ApprovalRequestOf<Kind extends ApprovalRequest['kind']> = Extract<ApprovalRequest, { kind: Kind }>;

const which = { approval_request_id: uuid };
const decided = [
  ...proofRefusals,
  'http.not_found',
  'staff.own_profile',
  'http.forbidden',
  'approvals.own_request',
  'approvals.request_closed',
] as const;
const rateLimit = { hits: 60, windowS: 600, by: 'person' } as const;

export const approvalsEndpoints = {
  'approvals.list': {
    route: 'POST /api/staff/approvals',
    guard: 'staff',
    summary: 'Open approval requests that the caller’s roles may see, oldest first. Of all people or of one.',
    body: z.strictObject({ client_id: uuid.optional() }),
    response: z.object({ approval_requests: z.array(approvalRequest) }),
  },
  'approvals.history': {
    route: 'POST /api/staff/approvals/history',
    guard: approverRoles,
    summary: 'Approval requests that were decided or expired, the latest first, 50 at a time. All kinds, or one.',
    body: z.strictObject({ kind: z.enum(approvalKinds).optional(), cursor: z.string().max(80).optional() }),
    response: z.object({ approval_requests: z.array(approvalRequest), next_cursor: z.string().nullable() }),
  },
  'approvals.approve': {
    route: 'POST /api/staff/approvals/approve',
    guard: approverRoles,
    summary:
      'Approve another person’s request and apply it. With proof of identity. The requester can’t, nor can staff ' +
      `within ${approvalRequestDays} days of a new role or a recovery by colleagues.`,
    body: z.strictObject({ ...which, ...overrule, ...proof }),
    response: done,
    refusals: [
      ...decided,
      ...approvalRefusals.filter((code) => code !== 'http.forbidden'),
      'approvals.outdated',
      'settings.not_simulated',
    ],
    rateLimit,
  },
  'approvals.decline': {
    route: 'POST /api/staff/approvals/decline',
    guard: approverRoles,
    summary: 'Decline another person’s request with a reason, which the requester sees. With proof of identity.',
    body: z.strictObject({
      ...which,
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    response: done,
    refusals: decided,
    rateLimit,
  },
  'approvals.withdraw': {
    route: 'POST /api/staff/approvals/withdraw',
    guard: approverRoles,
    summary: 'Withdraw the caller’s own approval request.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found', 'approvals.not_author', 'approvals.request_closed'],
    rateLimit,
  },
} as const satisfies Endpoints;
