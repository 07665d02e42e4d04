import { resolve } from 'node:path';
import type { App } from '../../../app.ts';
import { sql } from '../../sql.ts';
import { installationMark } from '../own-backups.ts';
import { openPlace } from '../places/open-place.ts';
import type { ScratchDatabase } from '../scratch.ts';
import { testRestore } from '../test-restore.ts';
import { backUp } from './back-up.ts';
import { backupCommand } from './command.ts';
import type { BackupWatch } from './watch.ts';

interface World {
  /** That of the project. */
  folder: string;
  /** Without it no restore is tried. */
  scratch?: ScratchDatabase;
  backups: BackupWatch | undefined;
}

/** Each covers a backup of the whole database and its files, or the restore of one. */
const leaseS = 6 * 3600;

type Needed = Pick<App, 'jobs' | 'config' | 'db' | 'log' | 'http'>;

/** Backups by the product, and tests that they can be restored, as the settings say. */
export function scheduleBackups(app: Needed, world: World): void {
  makeBackups(app, world);
  testRestores(app, world);
}

function makeBackups({ jobs, config, db, log, http }: Needed, { folder, backups }: World): void {
  const { at, keep } = config.backups;
  if (at === undefined) return;
  const command = backupCommand(folder);
  // The server waits for its jobs when it stops, and a backup may take an hour.
  http.addHook('preClose', async () => command.stop());
  const now = async () => (await db.one<{ now: Date }>(sql`select now()`)).now;
  const action = async (since: Date) => {
    const plan = { place: openPlace(config), installation: await installationMark(db), keep, make: command.run, now };
    const { name, removed } = await backUp(plan, since).finally(() => backups?.look());
    log.info({ backup: name, removed }, 'backed up');
  };
  jobs.everyDay('platform.back_up', at, action, leaseS);
}

function testRestores({ jobs, config, db }: Needed, { folder, scratch, backups }: World): void {
  if (!scratch || !config.restoreProof) return;
  const isStored = config.backups.bucket !== undefined || config.backups.at !== undefined;
  const action = async () => {
    const stored = isStored ? { place: openPlace(config), installation: await installationMark(db) } : undefined;
    const { dataDir } = config;
    await testRestore({ scratch, dataDir, migrations: resolve(folder, 'migrations'), stored });
    await backups?.look();
  };
  jobs.everyNight('platform.test_restore', action, leaseS);
}
