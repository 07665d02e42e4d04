/** At most `most` of the days, evenly apart, the last among them; the newest first, as tables have it. */
export function someDays<Day>(days: readonly Day[], max: number): Day[] {
  const step = Math.ceil(days.length / max);
  return days.toReversed().filter((_, index) => index % step === 0);
}
