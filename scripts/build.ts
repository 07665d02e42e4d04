import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildWeb, type Plugin } from 'vite';
import { api } from '#contract/api.ts';
import { buildServer } from './build-server.ts';
import { findUnguarded } from './find-unguarded.ts';
import { packageOf } from './release/packages.ts';
import { root } from './run.ts';

const compressible = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);

async function filesUnder(folder: string, matches: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(resolve(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && matches(entry.name)).map((e) => resolve(e.parentPath, e.name));
}

/** The packages whose code or fonts browsers get, for the list of what a release holds. */
const webPackages = new Set<string>();

function notePackages(files: Iterable<string>): void {
  for (const file of files) {
    const found = packageOf(file);
    if (found) webPackages.add(found);
  }
}

const noteWebPackages: Plugin = {
  name: 'note-packages',
  generateBundle() {
    notePackages(this.getModuleIds());
  },
};

/** Bundles the service worker, and what removes it, into a file each: a worker fetches no further code. */
async function buildWorkers(): Promise<void> {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: ['src/worker/service-worker.ts', 'src/worker/unregister.ts'],
    outdir: 'dist/web',
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    metafile: true,
    logLevel: 'warning',
  });
  notePackages(Object.keys(metafile.inputs));
}

/** Bundles the code that draws PDFs into a file that loads with the first PDF. */
async function buildPdfWorker(): Promise<void> {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: ['src/worker/pdf.ts'],
    outdir: 'dist/web/workers',
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    // The library asks where it lies, for parts that it never loads here.
    define: { 'import.meta.url': '""' },
    metafile: true,
    logLevel: 'error',
  });
  notePackages(Object.keys(metafile.inputs));
}

/** Lays a .br and a .gz beside each text asset, so that serving one costs no work. The page itself is filled per request. */
async function compressWeb(): Promise<void> {
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const isText = (name: string) => compressible.has(extname(name));
  const assets = [...(await filesUnder('dist/web/assets', isText)), ...(await filesUnder('dist/web/workers', isText))];
  await Promise.all(
    assets.map(async (file) => {
      const bytes = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotliOptions));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

const unguarded = findUnguarded(api);
if (unguarded.length > 0) throw new Error(`these endpoints don’t say who can call them: ${unguarded.join(', ')}`);
await rm(resolve(root, 'dist'), { recursive: true, force: true });
const web = { configFile: resolve(root, 'vite.config.ts'), logLevel: 'warn' as const, plugins: [noteWebPackages] };
await Promise.all([buildServer(), buildWeb(web)]);
await Promise.all([buildWorkers(), buildPdfWorker()]);
await compressWeb();
await writeFile(resolve(root, 'dist/web-packages.json'), JSON.stringify([...webPackages].toSorted(), null, 2));
