import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const importsRefusals = {
  'imports.empty': {},
  'imports.encoding': {},
  'imports.unreadable': { params: z.strictObject({ line: z.number() }) },
  'imports.too_many': { params: z.strictObject({ max: z.number() }) },
  'imports.state': {},
  'imports.mapping': {},
  'imports.nothing_new': {},
} as const satisfies Refusals;
