// Without the schema library, so that the browser may import them for real.

/** The channel that all staff may join. */
export const queueChannel = 'private-queues';

/** Notices to all staff, without any data: something in a list of theirs changed, so screens that show it fetch it. */
export const queueNotices = ['queue.payments', 'queue.verification', 'queue.approvals', 'queue.conversations'] as const;
export type QueueNotice = (typeof queueNotices)[number];
