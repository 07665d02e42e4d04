import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const tradingRefusals = {
  'trading.account_inactive': {},
  'trading.account_limit': { params: z.strictObject({ max: z.number() }) },
  'trading.amount_scale': { status: 422, params: z.strictObject({ currency: z.string(), digits: z.number() }) },
  'trading.archived': {},
  'trading.client_not_ready': {},
  'trading.currency': { status: 422 },
  'trading.free_margin': {},
  'trading.loss_open': {},
  'trading.mirrored': {},
  'trading.no_outcome': {},
  'trading.not_archived': {},
  'trading.not_empty': {},
  'trading.outcome_proposed': {},
  'trading.platform_silent': { status: 503 },
  'trading.transfer_settled': {},
} as const satisfies Refusals;
