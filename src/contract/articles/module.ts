import type { Declaration } from '#contract/declaration.ts';

export const articles = {
  auditActions: {
    articles: [
      'create',
      'save',
      'set_content',
      'set_category',
      'publish',
      'schedule',
      'withdraw',
      'restore',
      'staff_list_file',
    ],
  },
  auditDetails: ['article'],
} as const satisfies Declaration;
