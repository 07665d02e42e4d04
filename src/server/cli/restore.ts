import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { openPlace } from '#server/platform/db/backup/places/open-place.ts';
import { restoreBackup } from '#server/platform/db/backup/restore-backup.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { describe, logOfCommand, Misuse, runCommand } from './command.ts';

function readWords(words: string[]): { replace: boolean; key: string | undefined; file: string } {
  const usage = 'Usage: bin/restore [--replace] [--key file] file | bucket:name | bucket:latest';
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

/** bin/restore [--replace] [--key file] file: restores a backup into an empty installation that is not running. */
await runCommand(async (words, callerFolder) => {
  const { replace, key, file } = readWords(words);
  const config = readConfig();
  await withArchive(file, { config, callerFolder }, async (archive) => {
    const database = await openDatabase(config, logOfCommand);
    try {
      const manifest = await restoreBackup(archive, {
        url: database.owner,
        dataDir: config.dataDir,
        migrations: resolve('migrations'),
        replace,
        keyFile: key && resolve(callerFolder, key),
      });
      const from = file.startsWith(inBucket) ? `${inBucket}${basename(archive)}` : archive;
      console.log(`Restored and compared: ${from}\n${describe(manifest)}`);
    } finally {
      await database.stop();
    }
  });
});
