import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from '../run.ts';
import { lockedAt, nameOf } from './packages.ts';

const isLicence = (name: string) => /^(?:licen[cs]e|notice|copying)(?:[-.].*)?$/i.test(name);

async function textsOf(folder: string): Promise<string[]> {
  const files = (await readdir(resolve(root, folder))).filter(isLicence).toSorted();
  return Promise.all(files.map(async (name) => (await readFile(resolve(root, folder, name), 'utf8')).trim()));
}

/** Who made a package that brings no text of its licence. */
async function authorOf(folder: string): Promise<string> {
  const { author } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
    author?: string | { name?: string };
  };
  const name = typeof author === 'string' ? author : author?.name;
  return `The package has no text of its licence${name ? `. By ${name}` : ''}.`;
}

async function entryOf(folder: string): Promise<string> {
  const { version, license = 'unknown' } = lockedAt(folder);
  const texts = await textsOf(folder);
  const body = texts.length > 0 ? texts.join('\n\n') : await authorOf(folder);
  return `${nameOf(folder)} ${version}\n${license}\n\n${body.replaceAll('\r', '')}\n`;
}

/** Name, version and licence of each package of a release, with the texts that the licences want to travel along. */
export async function writeLicences(folders: readonly string[]): Promise<string> {
  const entries = await Promise.all(folders.map(entryOf));
  return [...new Set(entries)].join(`\n${'-'.repeat(80)}\n\n`);
}
