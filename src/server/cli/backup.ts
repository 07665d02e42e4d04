import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '#server/platform/config.ts';
import { writeBackup } from '#server/platform/db/backup/write-backup.ts';
import { openDatabase } from '#server/platform/db/embedded.ts';
import { describe, logOfCommand, runCommand } from './command.ts';

/** bin/backup [file]: saves the database and the files of this installation, running or not. */
await runCommand(async ([file], callerFolder) => {
  const config = readConfig();
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const archive = file ? resolve(callerFolder, file) : resolve(config.dataDir, 'backups', `atrium-${moment}Z.tar`);
  const database = await openDatabase(config, logOfCommand, { alongside: true });
  try {
    const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string };
    const manifest = await writeBackup(
      { url: database.owner, dataDir: config.dataDir, atriumVersion: version },
      archive,
    );
    console.log(`Saved and checked: ${archive}\n${describe(manifest)}`);
  } finally {
    await database.stop();
  }
});
