import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import copy from 'pg-copy-streams';
import { newClient } from '../connection/client.ts';
import { incoming, shardOf } from '../../files/storage/disk.ts';
import { unlessMissing, type FileStore } from '../../files/storage/store.ts';
import { makeFolders } from '../make-folders.ts';
import { appliedMigrations } from '../migrate.ts';
import { type Manifest, pack, unpack } from './archive.ts';
import { encryptFor } from './recipient.ts';
import { content, SESSION, sequences, type Table, tables } from './catalog.ts';

/** What to save: the database at `url`, the files of `dataDir`, and those of a bucket. */
export type BackupSource = {
  url: string;
  dataDir: string;
  bucket?: FileStore | undefined;
  atriumVersion: string;
  /** The public key of who may read it; without one it is not encrypted. */
  recipient?: string | undefined;
};

/**
 * Saves one moment of a running installation into the new file `archive` (mode 0600). It appears under its name only
 * when it is complete, has been read back and checked, and is on the disk.
 */
export async function writeBackup(source: BackupSource, archive: string): Promise<Manifest> {
  if (existsSync(archive))
    throw new Error(`${archive} exists already: choose another name, a backup is never overwritten.`);
  makeFolders(dirname(resolve(archive)), 0o755);
  const workshop = await mkdtemp(`${archive}.unfinished-`);
  try {
    const [content, check, packed] = ['content', 'check', 'packed.tar'].map((name) => join(workshop, name)) as Paths;
    await mkdir(content);
    const manifest = await collect(source, content);
    await pack(content, manifest, packed);
    await mkdir(check);
    await unpack(packed, check);
    const finished = source.recipient === undefined ? packed : join(workshop, 'encrypted');
    if (source.recipient !== undefined) await encryptFor(source.recipient, packed, finished);
    await settle(finished);
    // Unlike a rename, a link refuses to replace a file that has appeared since.
    await link(finished, archive);
    await sync(dirname(archive));
    return manifest;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

type Paths = [content: string, check: string, packed: string];

/** The database first: files are stored before the rows that name them, so none that a row names is missing. */
async function collect({ url, dataDir, bucket, atriumVersion }: BackupSource, folder: string): Promise<Manifest> {
  const createdAt = new Date().toISOString();
  const database = await collectDatabase(url, folder);
  const [from, to] = [resolve(dataDir, 'files'), join(folder, 'files')];
  let files = await copyFiles(from, to);
  // The disk once more, because files may be on their way from the bucket to it.
  if (bucket) files += (await fetchFiles(bucket, to)) + (await copyFiles(from, to));
  return { format: 2, createdAt, atriumVersion, ...database, files };
}

async function collectDatabase(
  url: string,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const client = newClient({ connectionString: url, application_name: 'atrium backup' });
  await client.connect();
  try {
    await client.query(SESSION);
    await client.query('begin isolation level repeatable read, read only');
    const found = await tables(client);
    if (found.length === 0) throw new Error('There is nothing to save: the database holds no tables.');
    await client.query(`lock table ${found.map(({ name }) => name).join(', ')} in access share mode`);
    await mkdir(join(folder, 'tables'));
    const saved: Manifest['tables'] = [];
    for (const table of found) {
      const part = `tables/${table.name.replaceAll(/[^\w.]/g, '_')}.copy.gz`;
      await saveRows(client, table, join(folder, part));
      saved.push({ ...table, ...(await content(client, table)), part });
    }
    return { migrations: await appliedMigrations(client), tables: saved, sequences: await sequences(client) };
  } finally {
    await client.end();
  }
}

async function saveRows(client: pg.Client, { name, columns }: Table, file: string): Promise<void> {
  const rows = client.query(copy.to(`copy ${name} (${columns}) to stdout`));
  await pipeline(rows, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

async function copyFiles(from: string, to: string): Promise<number> {
  if (!existsSync(from)) return 0;
  let copied = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const folder = relative(from, entry.parentPath);
    if (!entry.isFile() || folder === incoming || existsSync(join(to, folder, entry.name))) continue;
    await mkdir(join(to, folder), { recursive: true });
    if (await copyIfThere(join(from, folder, entry.name), join(to, folder, entry.name))) copied += 1;
  }
  return copied;
}

/** The files of a bucket lie in the archive as those of a disk, so that a restore needs no bucket. */
async function fetchFiles(bucket: FileStore, to: string): Promise<number> {
  let fetched = 0;
  for await (const { name } of bucket.list()) {
    const path = join(to, shardOf(name), name);
    if (existsSync(path)) continue;
    const content = await bucket.open(name).catch(unlessMissing);
    if (!content) continue;
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    fetched += 1;
  }
  return fetched;
}

/** Unreferenced files are deleted also during a backup. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function settle(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
