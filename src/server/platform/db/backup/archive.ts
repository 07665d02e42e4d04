import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Applied } from '../migrations.ts';
import type { Content, Sequence, Table } from './catalog.ts';

/**
 * The description of an archive, in its `manifest.json`. `part` is a path inside the archive. In format 1 a digest also
 * covered columns that PostgreSQL computes, and so it was valid in one locale and version alone.
 */
export type Manifest = {
  format: 1 | 2;
  createdAt: string;
  atriumVersion: string;
  migrations: Applied[];
  tables: (Table & Content & { part: string })[];
  sequences: Sequence[];
  files: number;
};

const MANIFEST = 'manifest.json';
const SUMS = 'SHA256SUMS';
const runFile = promisify(execFile);

/** Writes `manifest` and the checksums of all parts into `folder`, then packs it into the file `archive`. */
export async function pack(folder: string, manifest: Manifest, archive: string): Promise<void> {
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const sums = await Promise.all(
    (await partsIn(folder)).map(async (part) => `${await sha256(join(folder, part))}  ${part}\n`),
  );
  await writeFile(join(folder, SUMS), sums.join(''));
  await runFile('tar', ['-cf', archive, '-C', folder, '.']);
}

/** Unpacks `archive` into the empty `folder` and returns its manifest. Throws unless every part is there and whole. */
export async function unpack(archive: string, folder: string): Promise<Manifest> {
  try {
    await runFile('tar', ['-xf', archive, '-C', folder, '--no-same-owner']);
    const manifest = await checkParts(folder);
    if (![1, 2].includes(manifest.format)) throw new Error('it has a format that this version of Atrium does not know');
    return manifest;
  } catch (error) {
    throw new Error(`The backup ${archive} is damaged or not a backup: ${(error as Error).message.trim()}`, {
      cause: error,
    });
  }
}

async function checkParts(folder: string): Promise<Manifest> {
  const lines = (await readFile(join(folder, SUMS), 'utf8')).trimEnd().split('\n');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = await partsIn(folder);
  if (present.length !== sums.size) throw new Error(`it has ${present.length} parts instead of ${sums.size}`);
  for (const part of present) {
    if (sums.get(part) !== (await sha256(join(folder, part)))) throw new Error(`${part} is not what was written`);
  }
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
  const missing = manifest.tables.find(({ part }) => !sums.has(part));
  if (missing) throw new Error(`${missing.part} is missing`);
  return manifest;
}

async function partsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !(entry.name === SUMS && entry.parentPath === folder))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
