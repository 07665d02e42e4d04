import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ownBackups } from './own-backups.ts';
import type { BackupPlace } from './places/place.ts';
import { isEncrypted } from './recipient.ts';
import { restoreBackup } from './restore-backup.ts';
import { type ScratchDatabase, withScratch } from './scratch.ts';
import { writeBackup } from './write-backup.ts';

interface Trial {
  scratch: ScratchDatabase;
  dataDir: string;
  migrations: string;
  /** Where the backups of this installation lie; without it one is made for the trial alone. */
  stored?: { place: BackupPlace; installation: string } | undefined;
}

/** A newest backup that is older says that no more are made. */
const oldestMs = 48 * 3_600_000;

/**
 * Proves that a backup can be restored, with every comparison of a real restore, into a scratch database, and leaves
 * nothing. The backup is the newest stored one of this installation. What is encrypted there opens on another machine only: its bytes are
 * compared, and a backup of the database as it is now is written and restored, as it is without stored ones.
 * @throws Error with the reason, when it cannot be restored or not be tried
 */
export async function testRestore(trial: Trial, now: Date = new Date()): Promise<void> {
  await mkdir(trial.dataDir, { recursive: true });
  const workshop = await mkdtemp(join(resolve(trial.dataDir), 'restore-proof-'));
  try {
    if (!(await restoresStored(trial, workshop, now))) await restoresNew(trial, workshop);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** @returns whether a stored backup was restored */
async function restoresStored({ stored, ...trial }: Trial, workshop: string, now: Date): Promise<boolean> {
  if (!stored) return false;
  const { place, installation } = stored;
  const [newest] = await ownBackups(place, installation);
  if (!newest) throw new Error(`There is no whole backup of this installation in ${place.title}.`);
  if (now.getTime() - newest.createdAt.getTime() > oldestMs)
    throw new Error(`The newest backup in ${place.title} is ${newest.name}: none was made for two days.`);
  return place.fetch(newest.name, async (archive) => {
    if (await isEncrypted(archive)) return false;
    await restores(trial, workshop, archive);
    await place.noteProven(newest.name);
    return true;
  });
}

/** Uploaded files are not part of it. */
async function restoresNew(trial: Trial, workshop: string): Promise<void> {
  const archive = join(workshop, 'proof.tar');
  const source = { url: trial.scratch.owner, dataDir: join(workshop, 'none'), atriumVersion: 'proof' };
  await writeBackup(source, archive);
  await restores(trial, workshop, archive);
}

async function restores({ scratch, migrations }: Trial, workshop: string, archive: string): Promise<void> {
  await withScratch(scratch, (url) =>
    restoreBackup(archive, { url, dataDir: join(workshop, 'target'), migrations, replace: false }),
  );
}
