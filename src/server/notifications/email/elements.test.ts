import { build } from 'esbuild';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');

it('does not load the elements of emails before the first email', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/server/main.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    outdir: 'dist/server',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const email = imports.filter(({ path }) => path.startsWith('@react-email/'));
  expect(email.map(({ kind }) => kind)).toEqual(['dynamic-import', 'dynamic-import']);
});
