import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, run } from '../../run.ts';

const execute = promisify(execFile);

/** The newest release in the history of this tree; undefined where the history is missing or has none. */
export const newestRelease = (): Promise<string | undefined> =>
  execute('git', ['describe', '--tags', '--abbrev=0', '--match=v*'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );

export const isInHistory = (ref: string): Promise<boolean> =>
  execute('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );

/** Builds the product as it was at `ref`, by its own scripts. It gets the packages of this tree where they are the same. */
export async function buildOlder(ref: string): Promise<string> {
  const folder = join(root, 'dist', 'older');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await execute('git', ['archive', '--output', archive, ref], { cwd: root });
  await execute('tar', ['-xf', archive, '-C', folder]);
  const [own, older] = await Promise.all(
    [root, folder].map((tree) => readFile(join(tree, 'package-lock.json'), 'utf8')),
  );
  if (own === older) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  else await must(['npm', 'ci', '--silent'], folder);
  await must(['tsx', 'scripts/build.ts'], folder);
  return folder;
}

async function must(command: string[], cwd: string): Promise<void> {
  if ((await run(command, { cwd })) !== 0) throw new Error(`${command.join(' ')} failed in ${cwd}`);
}
