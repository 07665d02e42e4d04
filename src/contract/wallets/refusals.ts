import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const walletsRefusals = {
  'wallets.amount_min': { status: 422 },
  'wallets.amount_scale': { status: 422, params: z.strictObject({ max: z.number() }) },
  'wallets.currency': { status: 422 },
  'wallets.currency_taken': { status: 422 },
  'wallets.period': { status: 422, params: z.strictObject({ max: z.number() }) },
  'wallets.quote_expired': {},
  'wallets.quote_used': {},
  'wallets.rate_moved': {},
  'wallets.rate_old': { params: z.strictObject({ currency: z.string() }) },
  'wallets.same_wallet': { status: 422 },
  'wallets.statement_length': { params: z.strictObject({ max: z.number() }) },
} as const satisfies Refusals;
