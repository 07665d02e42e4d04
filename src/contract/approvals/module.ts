import type { DeclarationWith } from '#contract/declaration.ts';
import { staffSecurity } from '#contract/notifications/terms.ts';
import type { ApprovalsEvents } from './events.ts';

export const approvals = {
  auditActions: {
    approvals: ['request', 'decline', 'withdraw'],
  },
  jobs: ['approvals.expire'],
  notifications: {
    'approvals.requested': { approval_requested: staffSecurity },
    'approvals.declined': { approval_declined: staffSecurity },
    'approvals.expired': { approval_expired: staffSecurity },
  },
} as const satisfies DeclarationWith<ApprovalsEvents>;
