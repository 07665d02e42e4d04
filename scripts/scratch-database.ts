import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Db, Log } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { root } from './run.ts';

const silent: Log = { info() {}, warn() {}, error() {} };

interface ScratchDatabase {
  db: Db;
  /** The address of the role that owns the tables. */
  url: string;
  close: () => Promise<void>;
}

/** An embedded server of the caller's own in a temporary folder, durable as an installation's is, with all migrations. */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-scratch-'));
  // PostgreSQL may have to run as another user, who must be able to pass through.
  await chmod(folder, 0o755);
  const database = await openDatabase({ dataDir: join(folder, 'data') }, silent);
  const close = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrate(database.owner, resolve(root, 'migrations'), silent);
  } catch (error) {
    await close();
    throw error;
  }
  return { db: database.db, url: database.owner, close };
}
