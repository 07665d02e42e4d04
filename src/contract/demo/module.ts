import type { Declaration } from '#contract/declaration.ts';

export const demo = {
  auditActions: {
    demo: ['move_clock'],
  },
} as const satisfies Declaration;
