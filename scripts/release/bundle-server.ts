import { cp } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from '../run.ts';
import { serverEntries } from '../server-entries.ts';
import { packageOf } from './packages.ts';

/** Packages with native parts or files of their own, which lie beside the bundle as npm installed them. */
export const beside = ['@fastify/swagger-ui', '@node-rs/argon2', 'sharp'];

/** What drivers try to load and do without. */
const neverInstalled = ['bufferutil', 'cpu-features', 'pg-native', 'utf-8-validate'];

const passwords = 'auth/known-passwords.bloom';

/**
 * Bundles the server with the packages that it stands on into `folder`, and returns these packages. What several entries
 * share is in files beside main.js, from where the code finds its own other files.
 */
export async function bundleServer(folder: string): Promise<Set<string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: await serverEntries(),
    outbase: 'src/server',
    outdir: folder,
    bundle: true,
    splitting: true,
    external: [...beside, ...neverInstalled, '*.node', '@fontsource/*'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    // Names stay, because errors and logs have them.
    minifyWhitespace: true,
    // Lines and columns for stack traces. The sources themselves would double the size.
    sourcemap: true,
    sourcesContent: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Packages of the older kind ask for Node's own parts by it, and for their folder.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url); const __dirname = import.meta.dirname;",
    },
    metafile: true,
    logLevel: 'warning',
  });
  await cp(resolve(root, 'src/server', passwords), resolve(folder, passwords));
  return new Set(Object.keys(metafile.inputs).flatMap((file) => packageOf(file) ?? []));
}
