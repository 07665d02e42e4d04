import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { action, mayDecide, queueItem, sendingRefusals } from '../staff-endpoints.ts';

export const payoutEndpoints = {
  'payments.send_payout': {
    route: 'POST /api/staff/payments/send-payout',
    guard: mayDecide,
    posts: true,
    summary: 'Order an approved withdrawal at the first connected provider that reaches its destination.',
    body: z.strictObject(action),
    response: queueItem,
    refusals: sendingRefusals,
    idempotent: true,
  },
} as const satisfies Endpoints;
