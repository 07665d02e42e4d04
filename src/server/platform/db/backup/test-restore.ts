import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { restoreBackup } from './restore-backup.ts';
import { type ScratchDatabase, withScratch } from './scratch.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Proves that the database as it is now can be saved and restored: writes a backup of it, restores that into a scratch
 * database with every comparison of a real restore, and leaves nothing. Uploaded files are not part of it.
 * @throws Error with the reason, when it cannot be restored or not be tried
 */
export async function testRestore(scratch: ScratchDatabase, dataDir: string, migrations: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const workshop = await mkdtemp(join(resolve(dataDir), 'restore-proof-'));
  try {
    await withScratch(scratch, async (url) => {
      const archive = join(workshop, 'proof.tar');
      await writeBackup({ url: scratch.owner, dataDir: join(workshop, 'none'), atriumVersion: 'proof' }, archive);
      await restoreBackup(archive, { url, dataDir: join(workshop, 'target'), migrations, replace: false });
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}
