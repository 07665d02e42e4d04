/** When a market is open: pairs of minutes since Sunday 00:00 UTC, in order, the second not included. */
export type Sessions = readonly (readonly [from: number, to: number])[];

const minuteMs = 60_000;
const weekMinutes = 7 * 24 * 60;
const weekMs = weekMinutes * minuteMs;

/** The first Sunday, 00:00 UTC. */
const firstWeekMs = Date.UTC(1970, 0, 4);

/** Weeks since the first one, and milliseconds into the present one. */
function minuteOfWeek(at: Date): { week: number; intoMs: number } {
  const sinceMs = at.getTime() - firstWeekMs;
  const week = Math.floor(sinceMs / weekMs);
  return { week, intoMs: sinceMs - week * weekMs };
}

export function isOpenAt(sessions: Sessions, at: Date): boolean {
  const { intoMs } = minuteOfWeek(at);
  return sessions.some(([from, to]) => from * minuteMs <= intoMs && intoMs < to * minuteMs);
}

/** When the market next opens or closes after an instant; null for one that never does. */
export function changesAt(sessions: Sessions, at: Date): Date | null {
  const { week, intoMs } = minuteOfWeek(at);
  const isOpen = isOpenAt(sessions, at);
  const startMs = firstWeekMs + week * weekMs;
  const turns = [0, weekMinutes].flatMap((shift) => sessions.flat().map((minute) => (minute + shift) * minuteMs));
  const next = turns.find((turnMs) => turnMs > intoMs && isOpenAt(sessions, new Date(startMs + turnMs)) !== isOpen);
  return next === undefined ? null : new Date(startMs + next);
}

/** Milliseconds of open market up to an instant; they do not count while the market is closed. */
export function openTimeMs(sessions: Sessions, at: Date): number {
  const { week, intoMs } = minuteOfWeek(at);
  const fullMs = sessions.reduce((sum, [from, to]) => sum + (to - from) * minuteMs, 0);
  return sessions.reduce(
    (sum, [from, to]) => sum + Math.min(Math.max(intoMs - from * minuteMs, 0), (to - from) * minuteMs),
    week * fullMs,
  );
}

/** The instant itself while the market is open, otherwise when it last closed. */
export function lastOpenAt(sessions: Sessions, at: Date): Date {
  if (isOpenAt(sessions, at)) return at;
  const { week, intoMs } = minuteOfWeek(at);
  const ends = sessions.flatMap(([, to]) => [to * minuteMs, (to - weekMinutes) * minuteMs]);
  const latest = Math.max(...ends.filter((endMs) => endMs <= intoMs));
  return Number.isFinite(latest) ? new Date(firstWeekMs + week * weekMs + latest) : at;
}

/** The present break of a market, or else the next one; undefined for one that never closes. */
export function marketBreakAround(sessions: Sessions, at: Date): { from: Date; to: Date } | undefined {
  const from = isOpenAt(sessions, at) ? changesAt(sessions, at) : lastOpenAt(sessions, at);
  const to = from && changesAt(sessions, from);
  return from && to ? { from, to } : undefined;
}
