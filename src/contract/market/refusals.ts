import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const marketRefusals = {
  'economy.too_long': { params: z.strictObject({ days: z.number() }) },
} as const satisfies Refusals;
