import { queueStates } from '#server/payments/rules.ts';
import { sql } from '#server/platform/db/sql.ts';

/** What waits, for all who count it: the dashboard and the menu say the same number. An index on open items serves each. */
export const waiting = {
  payments: () => sql`payment where state = any(${queueStates}::text[])`,
  verification: () => sql`verification_case where due_at is not null`,
  approvals: (now: Date) => sql`approval_request where state = 'open' and (expires_at is null or expires_at > ${now})`,
};
