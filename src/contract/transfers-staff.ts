import { z } from 'zod';
import { approvalRefusals } from './approval-names.ts';
import { overrule } from './approval-overrule.ts';
import type { Endpoints, Role } from './endpoint.ts';
import { decimal, fileOfList, instant, requestId, uuid, writtenText } from './fields.ts';
import { transferActs, transferOutcomes, transferStates } from './transfer-names.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];
const mayAct: readonly Role[] = ['finance', 'admin'];

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
  /** When the platform was last asked; null before the first time. */
  asked_at: instant.nullable(),
  /** What one person says became of it, until another decides. */
  proposal: z.object({ outcome: z.enum(transferOutcomes), note: z.string(), by: z.string(), at: instant }).nullable(),
  /** What the asker may do now; anything else would be refused. */
  acts: z.array(z.enum(transferActs)),
});
export type StuckTransfer = z.output<typeof stuckTransfer>;

export const transfersDeskEndpoints = {
  'trading.stuck_transfers': {
    route: 'POST /api/staff/transfers',
    guard: mayRead,
    summary:
      'Transfers to and from trading accounts of which the platform has not told what became, the oldest first, 50 at a time.',
    body: z.strictObject({ cursor: uuid.optional() }),
    answer: z.object({ transfers: z.array(stuckTransfer), count: z.number().int(), next_cursor: uuid.nullable() }),
  },
  'trading.stuck_transfers_file': {
    route: 'GET /api/staff/transfers/file',
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. It is written down.',
    ...fileOfList,
  },
  'trading.ask_transfer': {
    route: 'POST /api/staff/transfers/ask',
    guard: mayAct,
    summary: 'Ask the platform now what became of a transfer; what it tells is done.',
    body: z.strictObject({ transfer_id: uuid }),
    answer: z.object({ told: z.enum(['done', 'refused', 'unknown']), transfer: stuckTransfer }),
    refusals: ['http.not_found', 'payments.own_request', 'trading.transfer_settled', 'ledger.insufficient_funds'],
    rateLimit: { hits: 60, windowS: 60, by: 'person' },
  },
  'trading.propose_outcome': {
    route: 'POST /api/staff/transfers/propose',
    guard: mayAct,
    summary: 'Say whether the platform has booked a transfer, with what shows it; another person decides.',
    body: z.strictObject({
      transfer_id: uuid,
      outcome: z.enum(transferOutcomes, 'validation.choice'),
      note: noteNeeded,
      request_id: requestId,
    }),
    answer: stuckTransfer,
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
    guard: mayAct,
    summary: 'Approve or reject what somebody else says became of a transfer; approved, the transfer ends by it.',
    body: z.strictObject({
      transfer_id: uuid,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      ...overrule,
      request_id: requestId,
    }),
    answer: stuckTransfer,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'trading.transfer_settled',
      'trading.no_outcome',
      'payments.own_proposal',
      ...approvalRefusals,
      'ledger.insufficient_funds',
    ],
    idempotent: true,
  },
} as const satisfies Endpoints;
