import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const reconciliationRefusals = {
  'reconciliation.column_twice': { status: 422, params: z.strictObject({ column: z.string() }) },
  'reconciliation.columns': { status: 422, params: z.strictObject({ column: z.string() }) },
  'reconciliation.currency': { status: 422, params: z.strictObject({ line: z.number(), currency: z.string() }) },
  'reconciliation.line': { status: 422, params: z.strictObject({ line: z.number() }) },
  'reconciliation.nothing_given': { status: 422 },
  'reconciliation.pending': { status: 422 },
  'reconciliation.resolved': {},
  'reconciliation.sum': { status: 422, params: z.strictObject({ number: z.string(), difference: z.string() }) },
  'reconciliation.too_many_lines': { status: 422, params: z.strictObject({ max: z.number() }) },
} as const satisfies Refusals;
