import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let version: string | undefined;

/** bin/start changes into the project's folder before it starts the server. */
export const ownVersion = (): string =>
  (version ??= (JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string }).version);
