import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const approvalsRefusals = {
  'approvals.author': { params: z.strictObject({ days: z.number() }) },
  'approvals.author_forged': {},
  'approvals.changed': {},
  'approvals.not_author': {},
  'approvals.outdated': {},
  'approvals.owes_role': { params: z.strictObject({ days: z.number() }) },
  'approvals.own_request': {},
  'approvals.readmitted': { params: z.strictObject({ days: z.number() }) },
  'approvals.request_closed': {},
  'approvals.request_open': {},
  'approvals.role_new': { params: z.strictObject({ days: z.number() }) },
  'approvals.same_network': { status: 422 },
} as const satisfies Refusals;
