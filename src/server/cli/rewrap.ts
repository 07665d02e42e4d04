import { text } from 'node:stream/consumers';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { logOfCommand, runCommand } from './command.ts';
import { replaceSecret } from './replace-secret.ts';

/**
 * bin/rewrap: run it after APP_SECRET was changed. The former secret is in APP_SECRET_FORMER or comes on standard
 * input, where no process list shows it.
 */
await runCommand(async () => {
  const config = readConfig();
  const former = config.formerSecret ?? (await text(process.stdin)).trim();
  if (former.length < 32)
    throw new Error('Set APP_SECRET_FORMER, or run bin/rewrap < file, where the file holds the former APP_SECRET');
  const database = await openDatabase(config, logOfCommand);
  try {
    await database.db.tx((tx) => replaceSecret(tx, former, config.appSecret));
    console.log('All that is encrypted opens with the present APP_SECRET');
  } finally {
    await database.stop();
  }
});
