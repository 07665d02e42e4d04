import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { requestId, uuid, writtenText } from '#contract/kernel/fields.ts';
import { verificationCase } from './staff-endpoints.ts';

export const checkEndpoints = {
  'verification.begin_check': {
    route: 'POST /api/verification/identity-check',
    guard: 'signed_in',
    needsProof: 'session',
    audited: true,
    summary:
      'Start or continue the check of the caller’s identity by the operator’s provider. Returns a link to the provider’s page, for half an hour.',
    body: z.strictObject({}),
    response: z.object({ url: z.url() }),
    refusals: [
      'verification.checks_off',
      'verification.in_review',
      'verification.final',
      'verification.not_needed',
      'verification.check_unreachable',
    ],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'verification.note_check': {
    route: 'POST /api/staff/verification/identity-check',
    guard: ['compliance', 'admin'],
    summary: 'Note what was found and done about an identity check that couldn’t become an approval request by itself.',
    body: z.strictObject({
      client_id: uuid,
      check_id: uuid,
      note: writtenText.pipe(z.string().min(3, 'validation.required').max(500)),
      request_id: requestId,
    }),
    response: verificationCase,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'verification.own_case',
      'verification.not_assigned',
      'verification.decided',
    ],
    idempotent: true,
  },
} as const satisfies Endpoints;
