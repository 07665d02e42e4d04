import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import { writeBackup } from '#server/platform/db/backup/write-backup.ts';
import { makeRecipient } from '#server/platform/db/backup/recipient.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { openStores } from '#server/platform/files/storage/open-stores.ts';
import { describe, logOfCommand, Misuse, runCommand } from './command.ts';

const usage = 'Usage: bin/backup [file] | bin/backup --new-key file';

function makeKeys(file: string | undefined, callerFolder: string): void {
  if (!file) throw new Misuse(usage);
  const path = resolve(callerFolder, file);
  const recipient = makeRecipient(path);
  console.log(
    `The private key is in ${path}: keep it away from this machine, no encrypted backup opens without it.\nSet BACKUP_RECIPIENT=${recipient}`,
  );
}

/**
 * bin/backup [file]: saves the database and the files of this installation, running or not.
 * bin/backup --new-key file: creates the pair of keys for BACKUP_RECIPIENT.
 */
await runCommand(async (words, callerFolder) => {
  const [file, keyFile] = words;
  if (words.length > (file === '--new-key' ? 2 : 1)) throw new Misuse(usage);
  if (file === '--new-key') return makeKeys(keyFile, callerFolder);
  if (file?.startsWith('-')) throw new Misuse(usage);
  const config = readConfig();
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const archive = file
    ? resolve(callerFolder, file)
    : resolve(config.dataDir, 'backups', `atrium-${moment}Z.tar${config.backupRecipient ? '.encrypted' : ''}`);
  const database = await openDatabase(config, logOfCommand, { alongside: true });
  try {
    const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string };
    const manifest = await writeBackup(
      {
        url: database.owner,
        dataDir: config.dataDir,
        bucket: openStores(config).bucket,
        atriumVersion: version,
        recipient: config.backupRecipient,
      },
      archive,
    );
    console.log(`Saved and checked: ${archive}\n${describe(manifest)}`);
  } finally {
    await database.stop();
  }
});
