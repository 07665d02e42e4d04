import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { uuid } from '#contract/kernel/fields.ts';

export const tradingProgramEndpoints = {
  'operator_api.open_account': {
    route: 'POST /api/operator/v1/accounts',
    guard: { scope: 'accounts:write' },
    summary:
      'Open a live trading account for an active client who has accepted the documents in force. The limits and ' +
      'currencies are those of clients.',
    body: z.strictObject({
      client_id: uuid,
      currency: z.string().trim().toUpperCase().min(1, 'validation.required').max(8),
    }),
    response: z.object({ number: z.string(), client_id: uuid, currency: z.string() }),
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'staff.is_staff',
      'trading.client_not_ready',
      'staff.dealing',
      'trading.currency',
      'trading.account_limit',
    ],
    idempotent: true,
  },
} as const satisfies Endpoints;
