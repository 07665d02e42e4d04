import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { accountFor } from '#server/platform/db/embedded/account.ts';
import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { debianBin, debianVersions } from '#test/database/debian-postgres.ts';

/** The programs of one PostgreSQL on this machine. */
export interface Programs {
  bin: string;
  /** As `17.10`. */
  version: string;
}

const supported = [15, 16, 17, 18];

/** One server of this machine for each version, the oldest first: of `POSTGRES_BIN`, else the one of the packages, else Debian's. */
export function findPrograms(named = process.env['POSTGRES_BIN'] ?? ''): Programs[] {
  const own = dirname(findBinaries(accountFor(undefined)).postgres);
  const found = new Map<number, Programs>();
  for (const bin of [...named.split(delimiter).filter(Boolean), own, ...debianVersions().map(debianBin)]) {
    const programs = { bin, version: versionIn(bin) };
    if (!found.has(majorOf(programs))) found.set(majorOf(programs), programs);
  }
  return [...found.values()].toSorted((a, b) => majorOf(a) - majorOf(b));
}

export const missingVersions = (found: readonly Programs[]): number[] =>
  supported.filter((major) => !found.some((programs) => majorOf(programs) === major));

export const majorOf = ({ version }: Programs): number => Number.parseInt(version, 10);

function versionIn(bin: string): string {
  if (!existsSync(join(bin, 'initdb'))) throw new Error(`POSTGRES_BIN: ${bin} has no initdb`);
  const words = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  const [, version] = /\(PostgreSQL\) (\d+\.\d+)/.exec(words) ?? [];
  if (version === undefined) throw new Error(`POSTGRES_BIN: ${bin} is of no released version: ${words.trim()}`);
  return version;
}

/** The locales that a database may have, in the words of `create database`. The last one orders and folds letters by rules of its own. */
export const localesOf = (programs: Programs): Record<string, string> => ({
  C: "locale_provider libc locale 'C'",
  // Of PostgreSQL itself from 17 on, of the system before.
  'C.UTF-8':
    majorOf(programs) < 17
      ? "locale_provider libc locale 'C.UTF-8'"
      : "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'",
  'ICU tr': "locale_provider icu icu_locale 'tr' locale 'C'",
});
