/** While one call to a provider may be under way, in seconds; more than the longest call. */
export const callS = 40;
/** After this many hours a provider may have forgotten our key, so nothing is repeated. */
export const repeatHours = 20;
/** So long the provider is still asked, after the last repetition, whether it knows an order. */
export const endHours = repeatHours + 4;
/** How often a provider is asked about what it has not decided, in seconds, whatever its events say. */
export const askAgainS = 900;
/** The longest pause until what could not be read is read again, in seconds. */
const longestPauseS = 6 * 3600;
/** What has succeeded is read again now and then, because it may still fail. */
const watchHours = [1, 24, 24 * 5, 24 * 30];

/** When what was ordered is read again although it has succeeded; null after the last time. */
export function nextWatch(orderedAt: Date, at: Date): Date | null {
  const ageMs = at.getTime() - orderedAt.getTime();
  const hours = watchHours.find((each) => each * 3_600_000 > ageMs);
  return hours === undefined ? null : new Date(orderedAt.getTime() + hours * 3_600_000);
}

/** When what could not be read since a time is read again: soon at first, then less and less often, and for as long as it takes. */
export function nextAttempt(since: Date, at: Date): Date {
  const waitedS = (at.getTime() - since.getTime()) / 1000;
  const seconds = Math.min(Math.max(waitedS / 2, askAgainS), longestPauseS);
  return new Date(at.getTime() + seconds * 1000);
}
