import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from './run.ts';
import { openScratchDatabase } from './scratch-database.ts';
import { schemaPages } from '#test/schema/pages.ts';

/** Writes `docs/schema/` from a fresh database with all migrations. */
const target = resolve(root, 'docs/schema');

const database = await openScratchDatabase();
try {
  const pages = await schemaPages(database.db, resolve(root, 'migrations'));
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const [name, text] of pages) await writeFile(join(target, name), text);
  process.stdout.write(`${pages.size} pages in docs/schema\n`);
} finally {
  await database.close();
}
