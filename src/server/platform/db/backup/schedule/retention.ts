import type { Keep } from '../../../config/backup.ts';
import type { StoredBackup } from '../places/place.ts';

const dayMs = 86_400_000;
const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs);

/** The days of UTC, weeks that begin on Monday, and months. The first day of all was a Thursday. */
const periods: Record<keyof Keep, (at: Date) => string | number> = {
  daily: dayOf,
  weekly: (at) => Math.floor((dayOf(at) + 3) / 7),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/**
 * What is to be removed of the whole backups of one installation: all but the newest of each kept day, week and month.
 * Only periods with a backup count, so that a long pause removes nothing. The newest one and the one that was proven
 * last always stay. What is dated later than now came from a clock that was wrong: it neither counts nor goes.
 */
export function toRemove(
  backups: readonly StoredBackup[],
  { keep, proven, now }: { keep: Keep; proven: string | undefined; now: Date },
): string[] {
  const past = backups
    .filter(({ createdAt }) => createdAt <= now)
    .toSorted((one, two) => two.createdAt.getTime() - one.createdAt.getTime() || (one.name < two.name ? 1 : -1));
  const kept = new Set([past[0]?.name, proven]);
  for (const [kind, periodOf] of Object.entries(periods) as [keyof Keep, (typeof periods)[keyof Keep]][]) {
    const seen = new Set<string | number>();
    for (const { name, createdAt } of past) {
      const period = periodOf(createdAt);
      if (seen.has(period)) continue;
      if (seen.size === keep[kind]) break;
      seen.add(period);
      kept.add(name);
    }
  }
  return past.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
}
