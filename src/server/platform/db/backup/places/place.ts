import type { Manifest } from '../archive.ts';

/** A whole backup, as it lies in its place. */
export interface StoredBackup {
  name: string;
  createdAt: Date;
}

/** Where backups lie. Only whole ones are in its list, whatever was broken off. */
export interface BackupPlace {
  /** For people. */
  title: string;
  /** @throws Error that says why it cannot be used */
  check(): Promise<void>;
  /** Stores what `write` writes into the file that it is given. @throws Error unless it lies there whole */
  store(name: string, write: (archive: string) => Promise<Manifest>): Promise<Manifest>;
  /** The newest first. */
  list(): Promise<StoredBackup[]>;
  /** Gives `read` a file with the backup. @throws Error when it is not what was stored */
  fetch<T>(name: string, read: (archive: string) => Promise<T>): Promise<T>;
  /** Removes what was broken off more than a day ago. */
  removeUnfinished(now: Date): Promise<void>;
  /** Removes a whole backup, so that it is in no list from the first moment on. Nothing happens when it is gone. */
  remove(name: string): Promise<void>;
  /** The backup of an installation that was restored last, to prove that it can be. */
  lastProven(installation: string): Promise<string | undefined>;
  noteProven(name: string): Promise<void>;
}

/** After this time an unfinished backup is one that was broken off. */
export const brokenOffMs = 24 * 3_600_000;

const pattern =
  /^atrium-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z(?:-([0-9a-f]{12}))?(?:-[0-9a-f]{6})?\.tar(?:\.encrypted)?$/;

/** When a backup of this name was made; nothing for names that are not ours. */
export function timeOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = pattern.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}${hour}:${minute}:${second}Z`);
}

/** Whose backup it is; empty where its name does not say so. */
export const installationIn = (name: string): string => pattern.exec(name)?.[5] ?? '';

interface Naming {
  /** Twelve hexadecimal digits. */
  installation?: string;
  /** Six, which make two of the same second different. */
  mark?: string;
  encrypted: boolean;
}

export function nameOf(at: Date, { installation = '', mark = '', encrypted }: Naming): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '-');
  const ends = [installation, mark].map((end) => end && `-${end}`).join('');
  return `atrium-${moment}Z${ends}.tar${encrypted ? '.encrypted' : ''}`;
}

/** The name of the note of what was proven, for each installation that has backups in a place. */
export const provenNote = (installation: string): string => `last-proven${installation && `-${installation}`}`;

export const newestFirst = (one: StoredBackup, two: StoredBackup): number =>
  two.createdAt.getTime() - one.createdAt.getTime() || (one.name < two.name ? 1 : -1);
