import { z } from 'zod';
import { approvalRefusals } from './approval-names.ts';
import { overrule } from './approval-overrule.ts';
import type { Endpoints, Role } from './endpoint.ts';
import { decimal, done, instant, uuid, writtenText } from './fields.ts';
import { guardedKeys } from './settings-names.ts';
import { scopes } from './operator-names.ts';
import { staffRoles } from './staff-names.ts';
import { overrideKinds } from './override-names.ts';
import { proof, proofRefusals } from './proof.ts';
import { proposalDays } from './approval-request-names.ts';
import { dealingSubject } from './staff-dealing.ts';

/** Who decides; on operator keys administrators alone, and finance on settings where neither of the others could. */
const deciders: readonly Role[] = ['compliance', 'admin', 'finance'];

const common = {
  id: uuid,
  reason: z.string(),
  author: z.string(),
  /** Whether the asker proposed it, and may take it back. */
  own: z.boolean(),
  /** Whether he may confirm or decline it by his roles; somebody new is told so when he tries. */
  may_decide: z.boolean(),
  created_at: instant,
  expires_at: instant,
};
const client = z.object({ id: uuid, name: z.string() });

/** Limits of one client in US dollars, null for none; or how many trading accounts he may have. */
const ownLimits = z.object({
  most: z.number().int().nullable(),
  per_operation: decimal.nullable(),
  per_day: decimal.nullable(),
  per_month: decimal.nullable(),
  until: z.iso.date().nullable(),
});

const proposal = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('setting'),
    key: z.enum(guardedKeys),
    client: z.null(),
    /** That held when it was proposed; any value of the catalogue. */
    was: z.unknown(),
    value: z.unknown(),
  }),
  z.object({
    ...common,
    kind: z.literal('limits'),
    key: z.enum(overrideKinds),
    client,
    /** Null is the rule of the house again. */
    value: ownLimits.nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('api_key'),
    /** The id of the operator key. */
    key: uuid,
    client: z.null(),
    value: z.object({
      name: z.string(),
      scopes: z.array(z.enum(scopes)),
      addresses: z.array(z.string()),
      ends_on: z.iso.date().nullable(),
    }),
  }),
  z.object({ ...common, kind: z.literal('level'), client, was: z.number().int(), value: z.number().int() }),
  z.object({ ...common, kind: z.literal('email'), client, was: z.string(), value: z.string() }),
  z.object({
    ...common,
    kind: z.literal('role'),
    client,
    was: z.array(z.enum(staffRoles)),
    value: z.array(z.enum(staffRoles)),
    /** Of somebody who would come to see offerings by them: what they hold here, which stays and is not added to. */
    holds: z.object({ accounts: z.number().int(), applications: z.number().int() }).nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('staff_dealing'),
    client,
    value: z.object({ ...dealingSubject, until: z.iso.date() }),
  }),
]);
export type Proposal = z.output<typeof proposal>;
export type ProposalOf<Kind extends Proposal['kind']> = Extract<Proposal, { kind: Kind }>;

const which = { proposal_id: uuid };
const decided = [
  ...proofRefusals,
  'http.not_found',
  'staff.own_profile',
  'http.forbidden',
  'proposals.own',
  'proposals.over',
] as const;
const rateLimit = { hits: 60, windowS: 600, by: 'person' } as const;

export const proposalsEndpoints = {
  'proposals.list': {
    route: 'POST /api/staff/proposals',
    guard: 'staff',
    summary:
      'What waits for a second person, the oldest first: settings of the house and operator keys that issue sign-in links (for compliance and administrators), limits, levels, addresses, roles and dealing of people, or of one.',
    body: z.strictObject({ client_id: uuid.optional() }),
    answer: z.object({ proposals: z.array(proposal) }),
  },
  'proposals.confirm': {
    route: 'POST /api/staff/proposals/confirm',
    guard: deciders,
    summary: `Put into force what somebody else has proposed, with a proof that it is oneself. Not by its author, nor within ${proposalDays} days of a new role or of a recovery by colleagues.`,
    body: z.strictObject({ ...which, ...overrule, ...proof }),
    answer: done,
    refusals: [...decided, ...approvalRefusals.filter((code) => code !== 'http.forbidden'), 'proposals.outdated'],
    rateLimit,
  },
  'proposals.decline': {
    route: 'POST /api/staff/proposals/decline',
    guard: deciders,
    summary:
      'Turn down what somebody else has proposed, with a reason, which its author is told, and a proof that it is oneself.',
    body: z.strictObject({
      ...which,
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    answer: done,
    refusals: decided,
    rateLimit,
  },
  'proposals.withdraw': {
    route: 'POST /api/staff/proposals/withdraw',
    guard: deciders,
    summary: 'Take back what one has proposed.',
    body: z.strictObject(which),
    answer: done,
    refusals: ['http.not_found', 'proposals.others', 'proposals.over'],
    rateLimit,
  },
} as const satisfies Endpoints;
