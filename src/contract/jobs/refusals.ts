import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const jobsRefusals = {
  'jobs.delivered': {},
  'jobs.under_way': {},
} as const satisfies Refusals;
