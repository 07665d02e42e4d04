import { cp } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build as bundle } from 'esbuild';
import { root } from './run.ts';
import { serverEntries } from './server-entries.ts';

const knownPasswords = 'src/server/auth/known-passwords.bloom';

/** Bundles the server and its command lines. Packages stay in node_modules, where their native parts work. */
export async function buildServer(): Promise<void> {
  await bundle({
    absWorkingDir: root,
    entryPoints: await serverEntries(),
    outbase: 'src/server',
    outdir: 'dist/server',
    bundle: true,
    // What is loaded on demand, such as the providers of a demo, is a file of its own.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    sourcemap: true,
    logLevel: 'warning',
  });
  await cp(resolve(root, knownPasswords), resolve(root, knownPasswords.replace('src/', 'dist/')));
}
