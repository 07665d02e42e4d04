/** While one call to a provider may be under way, in seconds; more than the longest call. */
export const callS = 40;
/** While the calls of a payout may be under way, of which it may take several: no other begins. */
export const payoutCallS = 2 * callS;
/** After this many hours a provider may have forgotten our key, so nothing is repeated. */
export const repeatHours = 20;
/** So long the provider is still asked, after the last repetition, whether it knows an order. */
export const endHours = repeatHours + 4;
/** How often a provider is asked about what it has not decided, in seconds, whatever its events say. */
export const askAgainS = 900;
/** So long a provider may say nothing of what it is asked. */
export const unreadHours = 24;
/** How often it is read again what came back for a closed account, in seconds. */
export const closedAgainS = 86_400;
/** The longest pause until what could not be read is read again, in seconds. */
const longestPauseS = 6 * 3600;
/** What has ended is read again now and then, because it may still change. */
const watchHours = [1, 24, 24 * 5, 24 * 30];

/** What has ended unpaid, and cannot be read, is given up after that. */
export const endedWatchHours = 24 * 31;

/** When what was ordered is read again although it has ended; null after the last time. */
export function nextWatch(orderedAt: Date, at: Date): Date | null {
  const ageMs = at.getTime() - orderedAt.getTime();
  const hours = watchHours.find((each) => each * 3_600_000 > ageMs);
  return hours === undefined ? null : new Date(orderedAt.getTime() + hours * 3_600_000);
}

/** Since when nothing was read of what was to be read again: the first such time after its last reading, or that reading. */
export function unreadSince(orderedAt: Date, readAt: Date | null, at: Date): Date {
  const last = readAt ?? orderedAt;
  const due = nextWatch(orderedAt, last);
  return due && due <= at ? due : last;
}

/** When what could not be read since a time is read again: soon at first, then less and less often, and for as long as it takes. */
export function nextAttempt(since: Date, at: Date): Date {
  const waitedS = (at.getTime() - since.getTime()) / 1000;
  const seconds = Math.min(Math.max(waitedS / 2, askAgainS), longestPauseS);
  return new Date(at.getTime() + seconds * 1000);
}
