/** Usual periods of a statement. */
export const periodNames = ['this_month', 'last_month', 'last_90_days', 'this_year', 'last_year'] as const;
export type PeriodName = (typeof periodNames)[number];

export interface Period {
  /** UTC days such as `2026-11-20`, both included. */
  from: string;
  to: string;
}

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** A usual period as seen from `now`. What is still going on ends today. */
export function periodOf(name: PeriodName, now: Date): Period {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = day(year, month, date);
  switch (name) {
    case 'this_month':
      return { from: day(year, month, 1), to: today };
    case 'last_month':
      return { from: day(year, month - 1, 1), to: day(year, month, 0) };
    case 'last_90_days':
      return { from: day(year, month, date - 89), to: today };
    case 'this_year':
      return { from: day(year, 0, 1), to: today };
    case 'last_year':
      return { from: day(year - 1, 0, 1), to: day(year, 0, 0) };
  }
}
