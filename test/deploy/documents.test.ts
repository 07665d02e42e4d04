import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../scripts/run.ts';

it('the help of bin/migrate says that it makes no backup', async () => {
  const { stdout } = await promisify(execFile)(resolve(root, 'bin/migrate'), ['--help']);
  expect(stdout).toContain('makes no backup: run bin/backup before');
  expect(stdout).not.toContain('after a backup');
});
