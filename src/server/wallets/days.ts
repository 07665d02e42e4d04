const dayMs = 86_400_000;

/** The beginning of a UTC day such as `2026-11-20`. */
export const dayOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Its end, which is the beginning of the next. */
export const dayAfter = (day: string): Date => new Date(dayOf(day).getTime() + dayMs);

/** How many days a period has, both ends included; less than one when it ends before it begins. */
export const daysIn = (from: string, to: string): number => (dayAfter(to).getTime() - dayOf(from).getTime()) / dayMs;
