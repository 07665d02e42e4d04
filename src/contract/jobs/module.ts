import type { Declaration } from '#contract/declaration.ts';

export const jobs = {
  auditActions: {
    jobs: ['try_again', 'try_all_again', 'file', 'events_file'],
  },
  auditDetails: ['event'],
} as const satisfies Declaration;
