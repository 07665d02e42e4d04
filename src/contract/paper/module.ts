import type { Declaration } from '#contract/declaration.ts';

export const paper = {
  jobs: ['paper.tick'],
} as const satisfies Declaration;
