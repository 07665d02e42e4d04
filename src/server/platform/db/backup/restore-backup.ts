import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import copy from 'pg-copy-streams';
import { newClient } from '../connection/client.ts';
import { makeFolders } from '../make-folders.ts';
import { applyMigrations } from '../migrate.ts';
import { pendingMigrations, readMigrations } from '../migrations.ts';
import { type Manifest, unpack } from './archive.ts';
import { decrypt, isEncrypted } from './recipient.ts';
import { newNumbers } from './new-numbers.ts';
import { content, guards, schemas, SESSION, type Table, tables, tablesWithGenerated } from './catalog.ts';

/** Where to restore: an empty installation, or with `replace` one whose data are to go. */
export type RestoreTarget = {
  url: string;
  dataDir: string;
  migrations: string;
  replace: boolean;
  /** File with the private key, for a backup that is encrypted. */
  keyFile?: string | undefined;
};

/**
 * Restores `archive`: checks it, builds the schema that it was made with, loads and compares every table, and puts the
 * files in place. All or nothing: when anything fails, the target is as it was. Returns what was restored.
 */
export async function restoreBackup(archive: string, target: RestoreTarget): Promise<Manifest> {
  makeFolders(resolve(target.dataDir), 0o711);
  const folder = await mkdtemp(join(resolve(target.dataDir), 'restore-'));
  const client = newClient({ connectionString: target.url, application_name: 'atrium restore' });
  try {
    const manifest = await opened(archive, folder, target.keyFile);
    await client.connect();
    await client.query(SESSION);
    await client.query('begin');
    await makeEmpty(client, target.replace);
    await buildSchema(client, manifest, target.migrations);
    await load(client, manifest, folder);
    await withFiles(join(folder, 'files'), target, () => client.query('commit'));
    return manifest;
  } finally {
    await client.end().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks the archive, decrypted before where that is needed. */
async function opened(archive: string, folder: string, keyFile: string | undefined): Promise<Manifest> {
  if (!(await isEncrypted(archive))) return unpack(archive, folder);
  if (keyFile === undefined)
    throw new Error(`The backup ${archive} is encrypted: name its private key with --key file.`);
  const plain = `${folder}.tar`;
  try {
    await decrypt(keyFile, archive, plain);
    return await unpack(plain, folder);
  } finally {
    await rm(plain, { force: true });
  }
}

async function makeEmpty(client: pg.Client, replace: boolean): Promise<void> {
  const found = await tables(client);
  if (found.length === 0) return;
  if (!replace) {
    throw new Error(
      `The database holds ${found.length} tables already: restore into an empty one, or give --replace to ` +
        'discard its data.',
    );
  }
  for (const schema of await schemas(client)) await client.query(`drop schema ${schema} cascade`);
  await client.query('create schema public');
}

async function buildSchema(client: pg.Client, manifest: Manifest, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  const later = new Set(pendingMigrations(migrations, manifest.migrations));
  await applyMigrations(
    client,
    migrations.filter((migration) => !later.has(migration)),
  );
  if (spelled(await tables(client)) !== spelled(manifest.tables))
    throw new Error('The backup was made from a database whose tables its migrations do not explain.');
}

/** One spelling, whatever order the locale of a server has, and whichever words its version quotes. */
const spelled = (found: Table[]): string =>
  found
    .map(({ name, columns }) => `${name} (${columns})`.replaceAll('"', ''))
    .toSorted()
    .join('\n');

/**
 * Triggers and foreign keys are off while rows arrive, because they check changes and an order, not a state that was
 * already valid. Afterwards foreign keys are checked again and each table is compared with its source.
 */
async function load(client: pg.Client, manifest: Manifest, folder: string): Promise<void> {
  const lifted = await guards(client);
  for (const { lift } of lifted) await client.query(lift);
  await client.query(`truncate ${manifest.tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, part } of manifest.tables) {
    const rows = client.query(copy.from(`copy ${name} (${columns}) from stdin`));
    await pipeline(createReadStream(join(folder, part)), createGunzip(), rows);
  }
  for (const { restore } of lifted) await client.query(restore);
  for (const { name, lastValue } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2)', [name, lastValue]);
  }
  await client.query(newNumbers);
  await compare(client, manifest);
}

/** Each part was compared with its checksum already; this proves that the rows went in as they came out. */
async function compare(client: pg.Client, manifest: Manifest): Promise<void> {
  const uncertain = manifest.format === 1 ? await tablesWithGenerated(client) : new Set();
  for (const table of manifest.tables) {
    const { rows, digest } = await content(client, table);
    if (rows !== table.rows || (digest !== table.digest && !uncertain.has(table.name))) {
      throw new Error(`${table.name} holds ${rows} rows that differ from the ${table.rows} saved ones.`);
    }
  }
}

/**
 * Puts the restored files in place around `commit`, and back when it fails. Existing files get another name: next to an
 * empty database they belong to no row, as when a first start was killed while it seeded the demo.
 */
async function withFiles(restored: string, { dataDir }: RestoreTarget, commit: () => Promise<unknown>): Promise<void> {
  const path = resolve(dataDir, 'files');
  const before = `${path}.before-restore-${Date.now()}`;
  const occupied = existsSync(path) && (await readdir(path)).length > 0;
  if (existsSync(path)) await rename(path, before);
  if (existsSync(restored)) await rename(restored, path);
  try {
    await commit();
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    if (existsSync(before)) await rename(before, path);
    throw error;
  }
  if (!occupied) await rm(before, { recursive: true, force: true });
}
