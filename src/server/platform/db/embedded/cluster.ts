import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Account, accountFor, canReach } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type Passwords, readPasswords, superuser, writeAccessRules } from './credentials.ts';
import type { Log } from '../database.ts';
import { makeFolders } from '../make-folders.ts';
import { newInstallDir } from './pg-install-dir.ts';

/** A PostgreSQL data folder, ready to be served, with the password of each role. */
export type Cluster = { folder: string; account: Account; passwords: Passwords; postgres: string };

const SETTINGS = [
  `--username=${superuser}`,
  // Until the rules of access are written, at each start.
  '--auth=peer',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

/**
 * Finds the cluster of `dataDir`, in its folder `postgres`, or makes it there. In a private place that the account of
 * PostgreSQL may not enter, `postgres` is a link to a folder outside it.
 */
export async function openCluster(dataDir: string, log: Log): Promise<Cluster> {
  makeFolders(dataDir, 0o711);
  const path = join(realpathSync(dataDir), 'postgres');
  const existing = existsSync(path) ? realpathSync(path) : undefined;
  if (existing === undefined) refuseDanglingLink(path);
  const account = accountFor(existing);
  const { initdb, postgres } = findBinaries(account);
  const folder = existing ?? (await createCluster(path, account, initdb, log));
  if (!canReach(account, folder)) {
    throw new Error(
      `The database in ${folder} can't be opened: the account that owns it (uid ${account.uid}) has no access ` +
        'to a folder above it. Move it to a folder that everyone can enter, or allow entry (chmod o+x).',
    );
  }
  writeAccessRules(folder, account);
  return { folder, account, postgres, passwords: readPasswords(folder, account) };
}

/**
 * Made aside and put in its place when complete, so that a start that is killed half-way leaves no half cluster, and of
 * two starts at once one wins.
 */
async function createCluster(path: string, account: Account, initdb: string, log: Log): Promise<string> {
  const atPath = canReach(account, dirname(path));
  const workshop = atPath ? mkdtempSync(`${path}.new-`) : newInstallDir();
  const data = join(workshop, 'data');
  let stored = false;
  try {
    await initialise(workshop, account, initdb);
    const won = unlessThere(path, () => (atPath ? renameSync(data, path) : symlinkSync(data, path)));
    stored = won && !atPath;
  } finally {
    if (!stored) rmSync(workshop, { recursive: true, force: true });
  }
  if (stored)
    log.warn({ path, folder: data }, 'PostgreSQL may not enter this private place: its data are kept outside');
  return realpathSync(path);
}

async function initialise(workshop: string, { uid, gid }: Account, initdb: string): Promise<void> {
  const data = join(workshop, 'data');
  mkdirSync(data, { mode: 0o700 });
  for (const path of [workshop, data]) chownSync(path, uid, gid);
  const options = { uid, gid, cwd: workshop, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  await promisify(execFile)(initdb, [...SETTINGS, `--pgdata=${data}`], options);
}

/** Whether `put` put it there; false when another process was faster. */
function unlessThere(path: string, put: () => void): boolean {
  try {
    put();
    return true;
  } catch (error) {
    if (!existsSync(path)) throw error;
    return false;
  }
}

function refuseDanglingLink(path: string): void {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (!link?.isSymbolicLink()) return;
  throw new Error(
    `The data of ${path} is missing: it is a link to ${resolve(dirname(path), readlinkSync(path))}, which does not exist.`,
  );
}

/** Makes sure that only the account of PostgreSQL can read `folder`. */
export function makePrivate(folder: string, { uid, gid }: Account): void {
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}
