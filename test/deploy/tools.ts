import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Tests of a tool that this machine does not have are skipped; deploy/README.md says how to install them. */
export const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
export const has = (tool: string): boolean => path.split(':').some((place) => existsSync(join(place, tool)));

/** What a tool writes that runs in the folder, which is its home too. */
export async function toolIn(folder: string, tool: string, ...words: string[]): Promise<string> {
  const env = { PATH: path, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { stdout, stderr } = await promisify(execFile)(tool, words, { cwd: folder, env, encoding: 'utf8' });
  return `${stdout}${stderr}`;
}
