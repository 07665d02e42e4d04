import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let version: string | undefined;

/** The version of Atrium. The commands in bin/ change into the project's folder before they start. */
export const ownVersion = (): string =>
  (version ??= (JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string }).version);
