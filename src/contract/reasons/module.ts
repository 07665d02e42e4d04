import type { Declaration } from '#contract/declaration.ts';

export const reasons = {
  auditActions: {
    reasons: ['add', 'write', 'activate', 'retire', 'order', 'file'],
  },
  auditDetails: ['codes', 'missing', 'order', 'old_order', 'purpose'],
} as const satisfies Declaration;
