import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const reasonsRefusals = {
  'reasons.built_in': {},
  'reasons.changed': {},
  'reasons.code': { status: 422 },
  'reasons.code_taken': { status: 422 },
  'reasons.full': { params: z.strictObject({ max: z.number() }) },
  'reasons.last': {},
  'reasons.not_open': { status: 422 },
  'reasons.text_missing': {},
} as const satisfies Refusals;
