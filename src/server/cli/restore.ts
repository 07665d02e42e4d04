import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '#server/platform/config.ts';
import { restoreBackup } from '#server/platform/db/backup/restore-backup.ts';
import { openDatabase } from '#server/platform/db/embedded.ts';
import { describe, logOfCommand, runCommand } from './command.ts';

/** bin/restore [--replace] file: brings a backup into an empty installation that isn't running. */
await runCommand(async (words, callerFolder) => {
  const replace = words.includes('--replace');
  const [file, ...more] = words.filter((word) => word !== '--replace');
  if (!file || file.startsWith('-') || more.length > 0) throw new Error('Usage: bin/restore [--replace] file');
  const archive = resolve(callerFolder, file);
  if (!existsSync(archive)) throw new Error(`There is no file ${archive}.`);
  const config = readConfig();
  const database = await openDatabase(config, logOfCommand);
  try {
    const migrations = resolve('migrations');
    const manifest = await restoreBackup(archive, {
      url: database.owner,
      dataDir: config.dataDir,
      migrations,
      replace,
    });
    console.log(`Restored and compared: ${archive}\n${describe(manifest)}`);
  } finally {
    await database.stop();
  }
});
