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
  'imports.file_exists': {},
  'imports.too_many_files': { params: z.strictObject({ max: z.number() }) },
} as const satisfies Refusals;
