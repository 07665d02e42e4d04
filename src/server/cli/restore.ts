import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { giveNewNumbers } from '#server/platform/db/backup/new-numbers.ts';
import { openPlace } from '#server/platform/db/backup/places/open-place.ts';
import { restoreBackup } from '#server/platform/db/backup/restore-backup.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { describe, logOfCommand, Misuse, runCommand } from './command.ts';

interface Wanted {
  replace: boolean;
  key: string | undefined;
  /** Nothing where the database itself was brought back. */
  file: string | undefined;
}

function readWords(words: string[]): Wanted {
  const usage =
    'Usage: bin/restore [--replace] [--key file] file | bucket:name | bucket:latest, or bin/restore --new-numbers';
  const options = {
    replace: { type: 'boolean', default: false },
    key: { type: 'string' },
    'new-numbers': { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const { replace, key, 'new-numbers': numbersAlone } = values;
    const [file, ...more] = positionals;
    if ((file === undefined) !== numbersAlone || more.length > 0) throw new Misuse(usage);
    return { replace, key, file };
  } catch {
    throw new Misuse(usage);
  }
}

const inBucket = 'bucket:';

/** Gives `read` the file with the archive that a caller named, after fetching it where it lies in the bucket. */
async function withArchive<T>(
  given: string,
  { config, callerFolder }: { config: Config; callerFolder: string },
  read: (archive: string) => Promise<T>,
): Promise<T> {
  if (!given.startsWith(inBucket)) {
    const archive = resolve(callerFolder, given);
    if (!existsSync(archive)) throw new Error(`There is no file ${archive}.`);
    return read(archive);
  }
  if (!config.backups.bucket) throw new Error(`${given} needs BACKUP_TARGET=s3 and the settings of the bucket.`);
  const place = openPlace(config);
  const name = given.slice(inBucket.length);
  if (name !== 'latest') return place.fetch(name, read);
  const [newest] = await place.list();
  if (!newest) throw new Error('There is no whole backup in the bucket.');
  return place.fetch(newest.name, read);
}

/** Gives `action` the database of the installation. */
async function withDatabase<T>(config: Config, action: (url: string) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, logOfCommand);
  try {
    return await action(database.owner);
  } finally {
    await database.stop();
  }
}

/**
 * bin/restore [--replace] [--key file] file: restores a backup into an empty installation that is not running.
 * bin/restore --new-numbers: a database that came back by other means goes on with new numbers, as after that.
 */
await runCommand(async (words, callerFolder) => {
  const { replace, key, file } = readWords(words);
  const config = readConfig();
  if (file === undefined) {
    await withDatabase(config, giveNewNumbers);
    console.log('Events and postings go on with new numbers');
    return;
  }
  await withArchive(file, { config, callerFolder }, async (archive) => {
    const target = {
      dataDir: config.dataDir,
      migrations: resolve('migrations'),
      replace,
      keyFile: key && resolve(callerFolder, key),
    };
    const manifest = await withDatabase(config, (url) => restoreBackup(archive, { url, ...target }));
    const from = file.startsWith(inBucket) ? `${inBucket}${basename(archive)}` : archive;
    console.log(`Restored and compared: ${from}\n${describe(manifest)}`);
  });
});
