import type { QueueNotice } from '#contract/dashboard/queue-notices.ts';
import type { NoticeName } from '#contract/kernel/realtime.ts';

/** Marks a query whose response changes with these notices: `meta: invalidatedBy('wallet.changed')`. */
export const invalidatedBy = (...notices: (NoticeName | QueueNotice)[]) => ({ notices });
