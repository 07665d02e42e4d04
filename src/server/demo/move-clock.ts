import type { DemoClockState } from '#contract/demo/endpoints.ts';
import { nextDeadline } from '#server/ipo/lifecycle/deadline.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

const hourMs = 3_600_000;
const lengths = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs };

/** The present time and the next event. */
export async function readClock(app: App): Promise<DemoClockState> {
  const next = await nextDeadline(app);
  return {
    now: app.clock.now().toISOString(),
    ahead_ms: app.demoClock?.aheadMs() ?? 0,
    next: next ? { ...next, at: next.at.toISOString() } : null,
  };
}

/** Moves the clock forward, once for the time that the caller has seen. */
export async function moveClock(
  app: App,
  me: Person,
  { by, ahead_ms }: { by: 'next' | keyof typeof lengths; ahead_ms: number },
): Promise<DemoClockState> {
  const clock = app.demoClock;
  if (!clock) throw notFound();
  const byMs = by === 'next' ? await untilNext(app) : lengths[by];
  const until = new Date(app.clock.now().getTime() + byMs).toISOString();
  await app.db.tx(async (tx) => {
    if (await clock.move(tx, ahead_ms, byMs)) {
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'demo.move_clock', details: { until } });
    }
  });
  await clock.refresh();
  return readClock(app);
}

/** Zero when no event is ahead. */
async function untilNext(app: App): Promise<number> {
  const next = await nextDeadline(app);
  return next ? Math.max(0, next.at.getTime() - app.clock.now().getTime()) : 0;
}
