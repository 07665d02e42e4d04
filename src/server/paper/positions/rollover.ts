const dayMs = 86_400_000;

/** A night that a position stayed open over, by the day on which it began, and how many it counts as. */
export interface Rollover {
  on: string;
  nights: 1 | 3;
}

/**
 * The nights whose hour has come since a position was opened, without those up to `settled`. An instrument whose market
 * is closed at weekends pays for them on one weekday three times, and on Saturday and Sunday not at all.
 */
export function rolloversDue(
  { openedAt, settled }: { openedAt: Date; settled: string | null },
  tripleWeekday: number | null,
  rolloverHour: number,
  now: Date,
): Rollover[] {
  const due: Rollover[] = [];
  const first = settled === null ? startOfDay(openedAt) : Date.parse(settled) + dayMs;
  for (let day = first; day + rolloverHour * 3_600_000 <= now.getTime(); day += dayMs) {
    const nights = nightsOf(new Date(day).getUTCDay(), tripleWeekday);
    const isOver = openedAt.getTime() < day + rolloverHour * 3_600_000;
    if (nights > 0 && isOver) due.push({ on: new Date(day).toISOString().slice(0, 10), nights: nights === 3 ? 3 : 1 });
  }
  return due;
}

function startOfDay(at: Date): number {
  return Math.floor(at.getTime() / dayMs) * dayMs;
}

/** @param weekday 0 is Sunday */
function nightsOf(weekday: number, tripleWeekday: number | null): number {
  if (tripleWeekday === null) return 1;
  if (weekday === 0 || weekday === 6) return 0;
  return weekday === tripleWeekday ? 3 : 1;
}
