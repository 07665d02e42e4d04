import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from '../run.ts';
import type { Edit, Fault } from './fault.ts';
import { faults } from './planted.ts';

/**
 * `npm run fault:plant [words]`: plants each fault whose name holds the words, one after the other, and runs the tests
 * that have to find it. They have to pass without it. The files are as before afterwards. Exit code 1 when a fault was
 * not found, or could not be planted since its place has changed.
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

/** Whether the tests pass that have to find a fault. */
async function passes(found: Found): Promise<boolean> {
  const options = { stdio: 'ignore' as const, env: { E2E_FULL: 'onlyFull' in found ? '1' : '', FORCE_COLOR: '0' } };
  if ('by' in found) return (await run([...found.by], options)) === 0;
  if ((await run(['tsx', 'scripts/build.ts'], options)) !== 0) throw new Error('the build failed');
  return (await run(['playwright', 'test', found.spec, '-g', found.title], options)) === 0;
}

const sound = new Map<string, Promise<boolean>>();

/** The same without a fault, asked once. */
function passesWithout(found: Found): Promise<boolean> {
  const key = JSON.stringify(found);
  const known = sound.get(key) ?? passes(found);
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

const chosen = faults.filter(({ name }) => name.includes(words));
// An interrupted run stops its tests, and goes on to undo what it planted.
process.on('SIGINT', () => (process.exitCode = 130));
for (const fault of chosen) {
  if (process.exitCode === 130) break;
  const outcome = await outcomeOf(fault).catch((error: unknown) => String(error));
  console.log(`${outcome === 'found' ? '✓' : '✗'} ${fault.name}: ${outcome}`);
  if (outcome !== 'found') process.exitCode ??= 1;
}
// The last build may hold a fault.
if (chosen.some(({ found }) => 'spec' in found)) await run(['tsx', 'scripts/build.ts']);
