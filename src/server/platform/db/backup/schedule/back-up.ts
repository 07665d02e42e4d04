import type { Keep } from '../../../config/backup.ts';
import { ownBackups } from '../own-backups.ts';
import type { BackupPlace } from '../places/place.ts';
import { toRemove } from './retention.ts';

interface Plan {
  place: BackupPlace;
  /** What the names of our backups have in them. */
  installation: string;
  keep: Keep;
  /** Makes a backup in `place`. */
  make(): Promise<void>;
  /** The clock that dates backups. */
  now(): Promise<Date>;
}

/**
 * Makes the backup that is due since `since`, unless there is one, and then removes what is no longer kept. A run that
 * was broken off may be repeated at any point.
 * @returns the newest backup, and what was removed
 */
export async function backUp(
  { place, installation, keep, make, now }: Plan,
  since: Date,
): Promise<{ name: string; removed: string[] }> {
  const before = await ownBackups(place, installation);
  const present = await now();
  const isMade = before.some(({ createdAt }) => createdAt >= since && createdAt <= present);
  if (!isMade) await make();
  const after = isMade ? before : await ownBackups(place, installation);
  const known = new Set(isMade ? [] : before.map(({ name }) => name));
  const newest = after.find(({ name }) => !known.has(name));
  if (!newest) throw new Error(`The command of the backup succeeded, but no new whole backup is in ${place.title}.`);
  const proven = await place.lastProven(installation);
  const removed = toRemove(after, { keep, proven, now: await now() });
  for (const name of removed) await place.remove(name);
  return { name: newest.name, removed };
}
