import { queueNames, queueOf, type QueueName } from '#contract/dashboard/names.ts';
import { queueStates } from '#server/payments/rules.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';

const from: Record<QueueName, (now: Date) => Sql> = {
  conversations: () => sql`conversation where status = 'open'`,
  verification: () => sql`verification_case where due_at is not null`,
  payments: () => sql`payment where state = any(${queueStates}::text[])`,
  approvals: (now) => sql`approval_request where state = 'open' and (expires_at is null or expires_at > ${now})`,
};

/** What is late of it, in the lists that promise a time. */
const late: Partial<Record<QueueName, (now: Date) => Sql>> = {
  verification: (now) => sql`due_at < ${now}`,
};

/** How many items wait in each list of the caller’s roles, and are late; an index on open items serves each count. */
export async function countQueues({ db, clock }: App, { roles }: Pick<Person, 'roles'>) {
  const own = queueNames.filter((name) => queueOf[name].some((role) => roles.includes(role)));
  const now = clock.now();
  const counted = await Promise.all(
    own.map(async (name) => {
      const isLate = late[name]?.(now) ?? sql`false`;
      const counts = await db.one<{ count: number; overdue: number }>(
        sql`select count(*)::int as count, count(*) filter (where ${isLate})::int as overdue from ${from[name](now)}`,
      );
      return { name, ...counts };
    }),
  );
  return {
    queues: Object.fromEntries(counted.map(({ name, count }) => [name, count])),
    overdue: Object.fromEntries(counted.filter(({ name }) => late[name]).map(({ name, overdue }) => [name, overdue])),
  };
}
