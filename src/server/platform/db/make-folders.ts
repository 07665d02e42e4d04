import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` never returns where the file system refuses
 * a new folder with ENOENT, as `/proc` does.
 * @throws Error of `mkdir`, with the path of the first folder that cannot be made
 */
export function makeFolders(path: string, mode: number): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another start may have been faster.
    if (!isFolder(path)) throw error;
  }
}
