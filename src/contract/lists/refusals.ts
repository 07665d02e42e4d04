import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const listsRefusals = {
  'lists.full': { params: z.strictObject({ max: z.number() }) },
  'lists.name_taken': { status: 422 },
} as const satisfies Refusals;
