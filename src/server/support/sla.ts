import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { addWorkingMinutes, workingMsBetween, type BusinessHours, type WorkingInterval } from './business-hours.ts';
import type { Room } from './room.ts';

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

/**
 * Starts the SLA of a client who waits from now on. If the client was waiting already, the earlier SLA stays. It
 * depends on the tier, in working time; the time to resolve continues where it was paused.
 */
export async function startSla({ clock }: App, tx: Tx, room: { id: string; clientId: string }): Promise<void> {
  const now = clock.now();
  const hours = await readHours(tx);
  const { tier, minutes, resolveFactor, leftS } = await tx.one<{
    tier: string;
    minutes: number;
    resolveFactor: number;
    leftS: number | null;
  }>(sql`
    select b.tier, b.support_hours * 60 as minutes, s.resolve_factor as "resolveFactor", c.resolve_left_s as "leftS"
    from client_benefit b, support_setting s, conversation c where b.client_id = ${room.clientId} and c.id = ${room.id}`);
  const replyDueAt = addWorkingMinutes(hours, now, minutes);
  // What was overdue is so at once, also at night.
  const resolveDueAt =
    leftS === 0 ? now : addWorkingMinutes(hours, now, leftS === null ? minutes * resolveFactor : leftS / 60);
  await tx.run(sql`
    update conversation
    set sla_tier = ${tier}, waiting_since = ${now}, reply_due_at = ${replyDueAt ?? null}, warned_at = null,
        resolve_due_at = ${resolveDueAt ?? null}, resolve_left_s = null,
        resolve_warned_at = case when ${leftS === 0} then resolve_warned_at end
    where id = ${room.id} and waiting_since is null`);
}

/**
 * It is the client's turn from now on: nothing is due, and the remaining time to resolve is stored. The caller holds
 * the row.
 */
export async function stopSla({ clock }: App, tx: Tx, room: Pick<Room, 'id' | 'resolveDueAt'>): Promise<void> {
  const { id, resolveDueAt } = room;
  const leftS =
    resolveDueAt && Math.ceil(workingMsBetween(await readHours(tx), clock.now(), resolveDueAt) / msPerSecond);
  await tx.run(sql`
    update conversation
    set waiting_since = null, reply_due_at = null, warned_at = null,
        resolve_due_at = null, resolve_left_s = coalesce(${leftS}::int, resolve_left_s)
    where id = ${id}`);
}

const msPerSecond = 1000;
