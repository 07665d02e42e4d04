import { type Config, readConfig } from '#server/platform/config/config.ts';
import { openDatabase, type OpenDatabase } from '#server/platform/db/embedded/embedded.ts';
import { sql } from '#server/platform/db/sql.ts';
import { logOfCommand } from './command.ts';

/**
 * Runs a check on the database of this installation, running or not, and closes it.
 * @throws Error when the installation was never set up
 */
export async function onInstallation<T>(action: (database: OpenDatabase, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = await openDatabase(config, logOfCommand, { alongside: true });
  try {
    const { isEmpty } = await database.db.one<{ isEmpty: boolean }>(
      sql`select to_regclass('schema_migration') is null as "isEmpty"`,
    );
    if (isEmpty)
      throw new Error(
        'The database is empty, so there is nothing to verify: start Atrium once or restore a backup first.',
      );
    return await action(database, config);
  } finally {
    await database.stop();
  }
}
