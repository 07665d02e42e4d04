import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * The SHA-256 of every file below a folder, as `sha256sum --check` reads them. The links are comments: that command
 * follows them.
 */
export async function sumsOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isSymbolicLink()) return [name, `# ${name} -> ${await readlink(path)}`] as const;
    if (!entry.isFile()) return undefined;
    return [
      name,
      `${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}  ${name}`,
    ] as const;
  });
  const found = (await Promise.all(lines)).filter((line) => line !== undefined);
  return `${found
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .join('\n')}\n`;
}
