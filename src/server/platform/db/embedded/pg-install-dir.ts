import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';

/**
 * Where root stores what the account of PostgreSQL must reach when Atrium itself is in a private folder such as /root,
 * which no other account may enter.
 */
const INSTALL_DIR = '/var/lib/atrium';

/** A new private folder in the shelter. */
export function newInstallDir(): string {
  mkdirSync(INSTALL_DIR, { recursive: true, mode: 0o755 });
  return mkdtempSync(join(INSTALL_DIR, 'data-'));
}

/** Copies `folder` into the shelter once, complete or not at all, owned by `account`. Returns the copy. */
export function copyToInstallDir(folder: string, key: string, account: Account): string {
  mkdirSync(INSTALL_DIR, { recursive: true, mode: 0o755 });
  const copy = join(INSTALL_DIR, createHash('sha256').update(key).digest('hex').slice(0, 16));
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  giveTo(account, unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function giveTo(account: Account, folder: string): void {
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), account.uid, account.gid);
  }
}
