import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Log } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { root } from './run.ts';
import { schemaPages } from '#test/schema/pages.ts';

/** Writes `docs/schema/` from a fresh database with all migrations. */
const silent: Log = { info() {}, warn() {}, error() {} };
const migrations = resolve(root, 'migrations');
const target = resolve(root, 'docs/schema');

const folder = await mkdtemp(join(tmpdir(), 'atrium-schema-'));
// PostgreSQL may have to run as another user, who must be able to pass through.
await chmod(folder, 0o755);
const database = await openDatabase({ dataDir: join(folder, 'data') }, silent);
try {
  await migrate(database.owner, migrations, silent);
  const pages = await schemaPages(database.db, migrations);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const [name, text] of pages) await writeFile(join(target, name), text);
  process.stdout.write(`${pages.size} pages in docs/schema\n`);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
