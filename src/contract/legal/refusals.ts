import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const legalRefusals = {
  'legal.before_last': { status: 422, params: z.strictObject({ last: z.string() }) },
  'legal.changed': {},
  'legal.changed_meanwhile': { params: z.strictObject({ by: z.string(), revision: z.number() }) },
  'legal.incomplete': { params: z.strictObject({ language: z.string() }) },
  'legal.no_pictures': { status: 422 },
  'legal.no_text': { params: z.strictObject({ language: z.string() }) },
  'legal.past': { status: 422 },
  'legal.published': {},
  'legal.unaccepted': {},
} as const satisfies Refusals;
