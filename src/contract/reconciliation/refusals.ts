import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const reconciliationRefusals = {
  'reconciliation.balance': { params: z.strictObject({ number: z.string() }) },
  'reconciliation.column_twice': { params: z.strictObject({ column: z.string() }) },
  'reconciliation.columns': { params: z.strictObject({ column: z.string() }) },
  'reconciliation.currency': { params: z.strictObject({ line: z.number(), currency: z.string() }) },
  'reconciliation.entry': { params: z.strictObject({ entry: z.number() }) },
  'reconciliation.entry_currency': { params: z.strictObject({ entry: z.number(), currency: z.string() }) },
  'reconciliation.known': { params: z.strictObject({ name: z.string() }) },
  'reconciliation.line': { params: z.strictObject({ line: z.number() }) },
  'reconciliation.no_movements': {},
  'reconciliation.no_wallet': { status: 422, params: z.strictObject({ currency: z.string() }) },
  'reconciliation.nothing_given': {},
  'reconciliation.other_currencies': { params: z.strictObject({ currencies: z.string() }) },
  'reconciliation.pending': {},
  'reconciliation.resolved': {},
  'reconciliation.settled': {},
  'reconciliation.sum': {
    params: z.strictObject({ number: z.string(), difference: z.string() }),
  },
  'reconciliation.too_many_lines': { params: z.strictObject({ max: z.number() }) },
} as const satisfies Refusals;
