import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildExamined } from '../certify/build.ts';
import { certify, type AdapterName } from '../certify/certify.ts';
import { seededData } from '../certify/world.ts';
import { root, run } from '../run.ts';
import type { Edit, Fault } from './fault.ts';
import { faults } from './planted.ts';

/**
 * `npm run fault:plant [words]`: plants each fault whose name holds the words, one after the other, and runs the tests
 * that have to find it. They have to pass without it; the trials of an adapter do so in one examination. The files are
 * as before afterwards. Exit code 1 when a fault was not found, or could not be planted since its place has changed.
 */
type Found = Fault['found'];

const words = process.argv.slice(2).join(' ');

async function change({ file, find, replace }: Edit): Promise<void> {
  const path = join(root, file);
  const before = await readFile(path, 'utf8');
  if (before.split(find).length !== 2) throw new Error(`${file} does not hold once: ${find}`);
  await writeFile(
    path,
    before.replace(find, () => replace),
  );
}

/** Changes files, and returns what undoes it. */
async function plant(edits: readonly Edit[]): Promise<() => Promise<void>> {
  const before = await Promise.all(
    edits.map(async ({ file }) => [join(root, file), await readFile(join(root, file))] as const),
  );
  const undo = async () => {
    for (const [path, content] of before) await writeFile(path, content);
  };
  try {
    for (const edit of edits) await change(edit);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}

/** The data of a demo that the product has made without a fault: each examination begins with a copy. */
let seed: string | undefined;

/**
 * Whether an adapter withstands the trials of these lines. The referee and the stand-ins are of this process, which has
 * read them before anything was planted.
 */
async function withstands(adapter: AdapterName, only: readonly string[]): Promise<boolean> {
  await buildExamined();
  seed ??= await seededData();
  const [certificate] = await certify([adapter], { only, seed });
  const rows = certificate?.rows ?? [];
  const missing = only.find((words) => !rows.some(({ path, name }) => `${path} ${name}`.includes(words)));
  if (missing !== undefined) throw new Error(`${adapter} has no trial whose line holds: ${missing}`);
  const failed = rows.filter(({ problem }) => problem !== null);
  for (const { path, name, problem } of failed) console.log(`  ${path} ${name}: ${problem}`);
  return failed.length === 0;
}

/** Whether the tests pass that have to find a fault. */
async function passes(found: Found): Promise<boolean> {
  if ('adapter' in found) return withstands(found.adapter, [found.line]);
  const options = { stdio: 'ignore' as const, env: { E2E_FULL: 'onlyFull' in found ? '1' : '', FORCE_COLOR: '0' } };
  if ('by' in found) return (await run([...found.by], options)) === 0;
  if ((await run(['tsx', 'scripts/build.ts'], options)) !== 0) throw new Error('the build failed');
  return (await run(['playwright', 'test', found.spec, '-g', found.title], options)) === 0;
}

const chosen = faults.filter(({ name }) => name.includes(words));
/** What has to find the chosen faults of an adapter. */
const linesOf = (adapter: AdapterName): string[] => [
  ...new Set(chosen.flatMap(({ found }) => ('adapter' in found && found.adapter === adapter ? found.line : []))),
];

const sound = new Map<string, Promise<boolean>>();

/** The same without a fault, asked once; of an adapter all lines together. */
function passesWithout(found: Found): Promise<boolean> {
  const key = 'adapter' in found ? found.adapter : JSON.stringify(found);
  const known =
    sound.get(key) ?? ('adapter' in found ? withstands(found.adapter, linesOf(found.adapter)) : passes(found));
  sound.set(key, known);
  return known;
}

async function outcomeOf({ edits, found }: Fault): Promise<'found' | 'NOT FOUND' | 'FAILS WITHOUT IT'> {
  if (!(await passesWithout(found))) return 'FAILS WITHOUT IT';
  const undo = await plant(edits);
  try {
    return (await passes(found)) ? 'NOT FOUND' : 'found';
  } finally {
    await undo();
  }
}

// An interrupted run stops its tests, and goes on to undo what it planted.
process.on('SIGINT', () => (process.exitCode = 130));
for (const fault of chosen) {
  if (process.exitCode === 130) break;
  const outcome = await outcomeOf(fault).catch((error: unknown) => String(error));
  console.log(`${outcome === 'found' ? '✓' : '✗'} ${fault.name}: ${outcome}`);
  if (outcome !== 'found') process.exitCode ??= 1;
}
if (seed !== undefined) await rm(dirname(seed), { recursive: true, force: true });
// The last build may hold a fault.
if (chosen.some(({ found }) => 'spec' in found)) await run(['tsx', 'scripts/build.ts']);
else if (chosen.some(({ found }) => 'adapter' in found)) await buildExamined();
