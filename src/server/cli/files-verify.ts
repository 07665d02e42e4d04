import { resolve } from 'node:path';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/embedded.ts';
import { diskStore } from '#server/platform/files/disk-store.ts';
import { verifyFiles } from '#server/platform/files/verify.ts';
import { logOfCommand, runCommand } from './command.ts';

/** bin/verify files: opens every uploaded file and compares it with its row; exit code 1 when one is not whole. */
await runCommand(async () => {
  const config = readConfig();
  const database = await openDatabase(config, logOfCommand, { alongside: true });
  try {
    const store = diskStore(resolve(config.dataDir, 'files'));
    const { whole, breach } = await database.db.snapshot((tx) => verifyFiles(tx, store, config.appSecret));
    console.log(`${whole} files are whole`);
    if (breach) throw new Error(`file ${breach.id} is not whole: ${breach.why}`);
  } finally {
    await database.stop();
  }
});
