import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolders } from './make-folders.ts';

let home: string;
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'atrium-folders-'))));
afterAll(() => rmSync(home, { recursive: true }));

it('makes a folder and those above it, and keeps one that is there', () => {
  const path = join(home, 'a/b');
  makeFolders(path, 0o711);
  makeFolders(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o711);
});

it.runIf(process.platform === 'linux')('stops where a file system makes no folders', () => {
  expect(() => makeFolders('/proc/nope/data', 0o711)).toThrow(expect.objectContaining({ path: '/proc/nope' }));
});

it('names a file that is in the place of a folder', () => {
  const path = join(home, 'file');
  writeFileSync(path, '');
  expect(() => makeFolders(join(path, 'data'), 0o711)).toThrow(expect.objectContaining({ code: 'EEXIST', path }));
});
