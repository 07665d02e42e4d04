/** At most `most` of the days, evenly apart, the last among them; the newest first, as tables have it. */
export function someDays<Day>(days: readonly Day[], most: number): Day[] {
  const step = Math.ceil(days.length / most);
  return days.toReversed().filter((_, place) => place % step === 0);
}
