import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let version: string | undefined;
let migration: string | undefined;

/** The version of Atrium. The commands in bin/ change into the project's folder before they start. */
export const ownVersion = (): string =>
  (version ??= (JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string }).version);

/** The newest migration of this build: of two with the same version, the older one may not have it. */
export const ownMigration = (): string =>
  (migration ??=
    readdirSync(join(process.cwd(), 'migrations'))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .at(-1) ?? '');
