const dayMs = 24 * 3_600_000;
const length = 30;

/** The days of the dashboard in UTC; today is the last. */
export interface Span {
  now: Date;
  /** As `2026-03-02`, the oldest first. */
  days: string[];
  since: Date;
  weekAgo: Date;
}

export function spanUntil(now: Date): Span {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const starts = Array.from({ length }, (_, position) => new Date(today - (length - 1 - position) * dayMs));
  return {
    now,
    days: starts.map((start) => start.toISOString().slice(0, 10)),
    since: starts[0] ?? now,
    weekAgo: new Date(now.getTime() - 7 * dayMs),
  };
}
