import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const portfolioRefusals = {
  'portfolio.own_tier': {},
  'portfolio.tier_not_set': { status: 422 },
  'portfolio.tier_until': { status: 422, params: z.strictObject({ max: z.number() }) },
} as const satisfies Refusals;
