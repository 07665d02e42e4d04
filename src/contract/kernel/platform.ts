import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { secretToken, uuid } from './fields.ts';

/** What a trading platform elsewhere asks us, under the secret that both share. */
export const platformEndpoints = {
  'platform.exchange': {
    route: 'POST /api/platform/exchange',
    guard: 'anyone',
    summary:
      'For the server of an external trading platform, with its secret as bearer token: redeem a one-time sign-in token for its account.',
    body: z.strictObject({ token: secretToken }),
    response: z.object({
      trading_account_id: z.string(),
      client_id: uuid,
      holder: z.string(),
    }),
    refusals: ['http.unauthenticated', 'auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 6000, windowS: 60, by: 'address' },
  },
} as const satisfies Endpoints;
