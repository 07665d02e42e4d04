import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { addWorkingMinutes, type BusinessHours, type WorkingInterval } from './business-hours.ts';

interface Promised {
  tier: string;
  answerDueAt: Date | undefined;
  resolveDueAt: Date | undefined;
}

export async function readHours(db: Queries): Promise<BusinessHours> {
  const { timeZone, intervals, holidays } = await db.one<{
    timeZone: string;
    intervals: WorkingInterval[];
    holidays: string[];
  }>(sql`
    select time_zone as "timeZone",
           coalesce((select jsonb_agg(jsonb_build_object('weekday', weekday, 'fromMinute', from_minute, 'untilMinute', until_minute))
                     from support_hours), '[]') as intervals,
           array(select to_char(day, 'YYYY-MM-DD') from support_holiday) as holidays
    from support_setting`);
  return { timeZone, intervals, holidays: new Set(holidays) };
}

/** What support promises this client from now on, by his tier, in working time. */
async function promiseTo(tx: Queries, clientId: string, now: Date): Promise<Promised> {
  const hours = await readHours(tx);
  const { tier, minutes, resolveFactor } = await tx.one<{ tier: string; minutes: number; resolveFactor: number }>(sql`
    select b.tier, b.support_hours * 60 as minutes, s.resolve_factor as "resolveFactor"
    from client_benefit b, support_setting s where b.client_id = ${clientId}`);
  return {
    tier,
    answerDueAt: addWorkingMinutes(hours, now, minutes),
    resolveDueAt: addWorkingMinutes(hours, now, minutes * resolveFactor),
  };
}

/** The client waits from now on, unless he was waiting already: then the earlier promise stands. */
export async function beginWaiting({ clock }: App, tx: Tx, room: { id: string; clientId: string }): Promise<void> {
  const now = clock.now();
  const { tier, answerDueAt, resolveDueAt } = await promiseTo(tx, room.clientId, now);
  await tx.run(sql`
    update conversation
    set promise_tier = ${tier}, waiting_since = ${now}, answer_due_at = ${answerDueAt ?? null}, warned_at = null,
        resolve_due_at = coalesce(resolve_due_at, ${resolveDueAt ?? null})
    where id = ${room.id} and waiting_since is null`);
}
