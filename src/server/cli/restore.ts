import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/platform/config/config.ts';
import { restoreBackup } from '#server/platform/db/backup/restore-backup.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { describe, logOfCommand, Misuse, runCommand } from './command.ts';

function readWords(words: string[]): { replace: boolean; key: string | undefined; file: string } {
  const usage = 'Usage: bin/restore [--replace] [--key file] file';
  const options = { replace: { type: 'boolean', default: false }, key: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new Misuse(usage);
    return { replace: values.replace, key: values.key, file };
  } catch {
    throw new Misuse(usage);
  }
}

/** bin/restore [--replace] [--key file] file: restores a backup into an empty installation that is not running. */
await runCommand(async (words, callerFolder) => {
  const { replace, key, file } = readWords(words);
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
      keyFile: key && resolve(callerFolder, key),
    });
    console.log(`Restored and compared: ${archive}\n${describe(manifest)}`);
  } finally {
    await database.stop();
  }
});
