import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Figure } from './figure.ts';
import { isWithin, utcDayOf, type Period } from './period.ts';

/**
 * The median time until support first answered, of the chats and tickets that began on a day and have an answer. It runs from
 * the first message of the client, who may have opened a chat long before; where support wrote first, the client did not wait.
 */
export async function timeAnswers({ db }: Pick<App, 'db'>, period: Period): Promise<Figure> {
  const day = utcDayOf(sql`c.created_at`);
  const rows = await db.rows<{ on: string | null; isNow: boolean | null; seconds: string }>(sql`
    select on_day::text as on, is_now as "isNow", round(percentile_cont(0.5) within group (order by seconds))::bigint::text as seconds
    from (
      select ${day} as on_day, ${day} >= ${period.from} as is_now, extract(epoch from c.first_replied_at - asked.at)::float8 as seconds
      from conversation c cross join lateral (
        select m.author_id as by, m.sent_at as at from conversation_message m
        where m.conversation_id = c.id and m.kind in ('text', 'file') order by m.seq limit 1) asked
      where ${isWithin(sql`c.created_at`, period)} and c.first_replied_at is not null and asked.by = c.client_id) answered
    group by grouping sets ((on_day), (is_now))`);
  const byDay = new Map(rows.map(({ on, seconds }) => [on, seconds]));
  const totalOf = (isNow: boolean) => rows.find((row) => row.on === null && row.isNow === isNow)?.seconds ?? null;
  return {
    name: 'first_answer',
    total: totalOf(true),
    total_before: totalOf(false),
    days: period.days.map((on) => byDay.get(on) ?? null),
    days_before: period.daysBefore.map((on) => byDay.get(on) ?? null),
  };
}
