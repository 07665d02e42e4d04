import { z } from 'zod';
import { approvalRefusals } from '#contract/approvals/names.ts';
import { overrule } from '#contract/approvals/overrule.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { decimal, fileOfList, instant, requestId, uuid, writtenText } from '#contract/kernel/fields.ts';
import { transferActions, transferOutcomes, transferStates } from './transfer-names.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];
const mayDecide: readonly Role[] = ['finance', 'admin'];

const noteNeeded = writtenText.pipe(z.string().min(3, 'validation.required').max(500));

/** Between a wallet and a trading account; `in` is to the account. */
const stuckTransfer = z.object({
  id: uuid,
  direction: z.enum(['in', 'out']),
  state: z.enum(transferStates),
  amount: decimal,
  currency: z.string(),
  trading_account_id: z.string(),
  client: z.object({ id: uuid, name: z.string(), email: z.string() }),
  created_at: instant,
  /** When the platform was last queried; null before the first time. */
  requested_at: instant.nullable(),
  /** The outcome by one person, until another decides. */
  approval_request: z
    .object({ id: uuid, outcome: z.enum(transferOutcomes), note: z.string(), by: z.string(), at: instant })
    .nullable(),
  /** What the caller may do now; anything else would be refused. */
  actions: z.array(z.enum(transferActions)),
});
export type StuckTransfer = z.output<typeof stuckTransfer>;

export const transfersStaffEndpoints = {
  'trading.stuck_transfers': {
    route: 'POST /api/staff/transfers',
    guard: mayRead,
    summary:
      'Transfers to and from trading accounts whose outcome the platform hasn’t reported, oldest first, 50 at ' +
      'a time.',
    body: z.strictObject({ cursor: uuid.optional() }),
    response: z.object({ transfers: z.array(stuckTransfer), count: z.number().int(), next_cursor: uuid.nullable() }),
  },
  'trading.stuck_transfers_file': {
    route: 'GET /api/staff/transfers/file',
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...fileOfList,
  },
  'trading.query_transfer_status': {
    route: 'POST /api/staff/transfers/query-status',
    guard: mayDecide,
    posts: true,
    summary: 'Query the platform now for the outcome of a transfer, and apply its answer.',
    body: z.strictObject({ transfer_id: uuid }),
    response: z.object({ outcome: z.enum(['done', 'refused', 'unknown']), transfer: stuckTransfer }),
    refusals: ['http.not_found', 'payments.own_request', 'trading.transfer_settled', 'ledger.insufficient_funds'],
    rateLimit: { hits: 60, windowS: 60, by: 'person' },
  },
  'trading.propose_outcome': {
    route: 'POST /api/staff/transfers/propose',
    guard: mayDecide,
    summary: 'Report whether the platform has booked a transfer, with evidence. Another person decides.',
    body: z.strictObject({
      transfer_id: uuid,
      outcome: z.enum(transferOutcomes, 'validation.choice'),
      note: noteNeeded,
      request_id: requestId,
    }),
    response: stuckTransfer,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'trading.transfer_settled',
      'trading.outcome_proposed',
    ],
    idempotent: true,
  },
  'trading.decide_outcome': {
    route: 'POST /api/staff/transfers/decide',
    guard: mayDecide,
    posts: true,
    summary:
      'Approve or reject another person’s report on a transfer. If approved, the transfer ends with that outcome.',
    body: z.strictObject({
      transfer_id: uuid,
      approval_request_id: uuid,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      ...overrule,
      request_id: requestId,
    }),
    response: stuckTransfer,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'trading.transfer_settled',
      'trading.no_outcome',
      'approvals.request_closed',
      'payments.own_approval_request',
      ...approvalRefusals,
      'ledger.insufficient_funds',
    ],
    idempotent: true,
  },
} as const satisfies Endpoints;
