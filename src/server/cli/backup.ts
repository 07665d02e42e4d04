import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import { folderPlace } from '#server/platform/db/backup/places/folder.ts';
import { openPlace } from '#server/platform/db/backup/places/open-place.ts';
import { installationIn, nameOf } from '#server/platform/db/backup/places/place.ts';
import { installationMark } from '#server/platform/db/backup/own-backups.ts';
import { writeBackup } from '#server/platform/db/backup/write-backup.ts';
import { makeRecipient } from '#server/platform/db/backup/recipient.ts';
import { openDatabase, type OpenDatabase } from '#server/platform/db/embedded/embedded.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openStores } from '#server/platform/files/storage/open-stores.ts';
import { ownVersion } from '#server/platform/monitoring/own-version.ts';
import { describe, endWithParent, logOfCommand, Misuse, runCommand } from './command.ts';

const usage = 'Usage: bin/backup [file] | bin/backup --list | bin/backup --new-key file';

function makeKeys(file: string | undefined, callerFolder: string): void {
  if (!file) throw new Misuse(usage);
  const path = resolve(callerFolder, file);
  const recipient = makeRecipient(path);
  console.log(
    `The private key is in ${path}: keep it away from this machine, no encrypted backup opens without it.\nSet BACKUP_RECIPIENT=${recipient}`,
  );
}

async function listBackups(): Promise<void> {
  const place = openPlace(readConfig());
  const found = await place.list();
  const installations = new Set(found.map(({ name }) => installationIn(name)));
  const proven = new Set(await Promise.all([...installations].map((each) => place.lastProven(each))));
  const lines = found.map(({ name }) => `${name}${proven.has(name) ? '  (restored as a test)' : ''}\n`);
  process.stdout.write(lines.join('') || `No backup in ${place.title}.\n`);
}

/** By the clock of the database, which all instances share, as the schedule is. */
async function usualName({ db }: OpenDatabase, encrypted: boolean): Promise<string> {
  const { now } = await db.one<{ now: Date }>(sql`select now()`);
  return nameOf(now, { installation: await installationMark(db), mark: randomBytes(3).toString('hex'), encrypted });
}

/**
 * bin/backup [file]: saves the database and the files of this installation, running or not, into a file or where
 * BACKUP_TARGET says.
 * bin/backup --list: names the whole backups there.
 * bin/backup --new-key file: creates the pair of keys for BACKUP_RECIPIENT.
 */
await runCommand(async (words, callerFolder) => {
  endWithParent();
  const [file, keyFile] = words;
  if (words.length > (file === '--new-key' ? 2 : 1)) throw new Misuse(usage);
  if (file === '--new-key') return makeKeys(keyFile, callerFolder);
  if (file === '--list') return listBackups();
  if (file?.startsWith('-')) throw new Misuse(usage);
  const config = readConfig();
  const path = file && resolve(callerFolder, file);
  const place = path ? folderPlace(dirname(path)) : openPlace(config);
  await place.check();
  const database = await openDatabase(config, logOfCommand, { alongside: true });
  try {
    const name = path ? basename(path) : await usualName(database, config.backupRecipient !== undefined);
    const source = {
      url: database.owner,
      dataDir: config.dataDir,
      bucket: openStores(config).bucket,
      atriumVersion: ownVersion(),
      recipient: config.backupRecipient,
    };
    if (!path) await place.removeUnfinished(new Date());
    const manifest = await place.store(name, (archive) => writeBackup(source, archive));
    const where = !path && config.backups.bucket ? `bucket:${name}` : (path ?? join(place.title, name));
    console.log(`Saved and checked: ${where}\n${describe(manifest)}`);
  } finally {
    await database.stop();
  }
});
