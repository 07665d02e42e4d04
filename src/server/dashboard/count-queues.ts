import { queueNames, queueOf, type QueueName } from '#contract/dashboard/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { waiting } from './waiting.ts';

/** What counts each list: what waits, and what is late of it where a time was promised. */
const counts: Record<QueueName, (now: Date) => Sql> = {
  conversations: () => sql`select count(*)::int as count, null::int as overdue from conversation where status = 'open'`,
  verification: (now) => sql`
    select count(*)::int as count, count(*) filter (where due_at < ${now})::int as overdue
    from ${waiting.verification()}`,
  payments: () => sql`select count(*)::int as count, null::int as overdue from ${waiting.payments()}`,
  approvals: (now) => sql`select count(*)::int as count, null::int as overdue from ${waiting.approvals(now)}`,
};

/** How many items wait in each list of the caller’s roles, and are late; an index on open items serves each count. */
export async function countQueues({ db, clock }: App, { roles }: Pick<Person, 'roles'>) {
  const own = queueNames.filter((name) => queueOf[name].some((role) => roles.includes(role)));
  const now = clock.now();
  const counted = await Promise.all(
    own.map(async (name) => ({
      name,
      ...(await db.one<{ count: number; overdue: number | null }>(counts[name](now))),
    })),
  );
  return {
    queues: Object.fromEntries(counted.map(({ name, count }) => [name, count])),
    overdue: Object.fromEntries(
      counted.filter(({ overdue }) => overdue !== null).map(({ name, overdue }) => [name, overdue]),
    ),
  };
}
