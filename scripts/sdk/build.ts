import { run } from '../run.ts';

const flags = '--noEmit false --declaration --rewriteRelativeImportExtensions --rootDir packages/sdk/src --outDir';

/** Compiles the SDK to ES modules with their types. Returns the exit code. */
export const buildSdk = (folder: string): Promise<number> =>
  run(['tsc', '-p', 'packages/sdk', ...flags.split(' '), folder]);
