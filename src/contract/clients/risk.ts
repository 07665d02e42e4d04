import { z } from 'zod';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { instant, uuid, writtenText } from '#contract/kernel/fields.ts';
import { riskRatings } from './risk-names.ts';

const rating = z.enum(riskRatings, 'validation.choice');

/** The risk rating of a client, for staff only. */
export const riskEndpoints = {
  'clients.set_risk': {
    route: 'POST /api/staff/clients/risk',
    guard: ['compliance'],
    summary:
      'Rate a client’s risk, with a reason. A lower rating than before needs the approval of another person; a client without one is rated high. The same rating records a review. The client never sees it. Not for oneself.',
    body: z.strictObject({
      client_id: uuid,
      rating,
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    response: z.object({ outcome: z.enum(['changed', 'proposed']) }),
    refusals: ['staff.own_profile', ...proofRefusals, 'auth.client_unknown', 'approvals.request_open'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'clients.risk_history': {
    route: 'POST /api/staff/clients/risk/history',
    guard: ['compliance', 'admin'],
    summary: 'How a client’s risk was rated, who did so and why: the latest 50.',
    body: z.strictObject({ client_id: uuid }),
    response: z.array(
      z.object({
        id: uuid,
        /** Before; null for the first. */
        was: rating.nullable(),
        rating,
        reason: z.string(),
        by: z.string(),
        approved_by: z.string().nullable(),
        at: instant,
      }),
    ),
  },
} as const satisfies Endpoints;
