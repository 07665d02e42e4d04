import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const articlesRefusals = {
  'articles.changed_meanwhile': { params: z.strictObject({ by: z.string(), revision: z.number() }) },
  'articles.incomplete': { params: z.strictObject({ language: z.string() }) },
  'articles.not_published': {},
  'articles.slug_shape': { status: 422 },
  'articles.slug_taken': {},
  'articles.visible': {},
} as const satisfies Refusals;
