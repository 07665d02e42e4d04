import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildSdk } from './sdk/build.ts';
import { generateSdk } from './sdk/generate.ts';
import { root } from './run.ts';

/**
 * `npm run sdk`: writes the files of the SDK that follow from the operator’s OpenAPI document. `npm run sdk -- build`
 * compiles it after that.
 */
const folder = resolve(root, 'packages/sdk');
for (const [name, text] of Object.entries(await generateSdk())) {
  const file = resolve(folder, name);
  const former = await readFile(file, 'utf8').catch(() => '');
  if (former !== text) await writeFile(file, text);
  console.log(`${name}: ${former === text ? 'unchanged' : 'written'}`);
}
if (process.argv.includes('build')) {
  await rm(resolve(folder, 'dist'), { recursive: true, force: true });
  process.exitCode = await buildSdk(resolve(folder, 'dist'));
}
