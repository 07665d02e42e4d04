const dayMs = 86_400_000;

/**
 * The week around an instant, from Monday to Monday in the reader's own zone, some weeks away. A week in which clocks are
 * changed is an hour longer or shorter.
 */
export function weekAround(now: Date, away: number): { from: Date; to: Date; last: Date } {
  const sinceMonday = (now.getDay() + 6) % 7;
  const at = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - sinceMonday + away * 7 + days);
  const to = at(7);
  return { from: at(0), to, last: new Date(to.getTime() - dayMs / 2) };
}
