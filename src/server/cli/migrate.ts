import { resolve } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { migrate, waitingMigrations } from '#server/platform/db/migrate.ts';
import { refuseTransactionPooler } from '#server/platform/db/pooler.ts';
import { allowServing } from '#server/platform/db/serving-role.ts';
import { logOfCommand, Misuse, runCommand } from './command.ts';

const usage = 'Usage: bin/migrate [--check]';
const folder = resolve(process.cwd(), 'migrations');

/**
 * bin/migrate: what a start does to the database, without serving. bin/migrate --check: whether a start would change it. Only the
 * check joins an Atrium that runs on its own database.
 */
await runCommand(async (words) => {
  const isCheck = words[0] === '--check';
  if (words.length > (isCheck ? 1 : 0)) throw new Misuse(usage);
  const config = readConfig();
  const database = await openDatabase(config, logOfCommand, { alongside: isCheck });
  try {
    if (isCheck) {
      const { names, stopsOlder } = await waitingMigrations(database.owner, folder);
      if (names.length === 0) return console.log('No migration waits.');
      const how =
        stopsOlder.length > 0
          ? `stop the instances of the older version first, as they do not work with ${stopsOlder.join(', ')}`
          : 'what is connected now works with them';
      throw new Error(`migrations that wait: ${names.length}, from ${names[0]} on; ${how}`);
    }
    if (config.databaseUrl) await refuseTransactionPooler(database.serving);
    const applied = await migrate(database.owner, folder, logOfCommand);
    await allowServing(database.owner, database.serving, config);
    console.log(`Migrations applied: ${applied.length}${applied.length > 0 ? `, up to ${applied.at(-1)}` : ''}`);
  } finally {
    await database.stop();
  }
});
