import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const screeningRefusals = {
  'screening.decided': {},
  'screening.own_hit': {},
} as const satisfies Refusals;
