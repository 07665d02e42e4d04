import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../../scripts/fault/planted.ts';

const root = resolve(import.meta.dirname, '../..');

describe('planted faults', () => {
  it('have names of their own', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });

  it('have one place each in the files of today', () => {
    const edits = faults.flatMap(({ name, edits: all }) => all.map((edit) => ({ name, ...edit })));
    const lost = edits.filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2);
    expect(lost.map(({ name, find }) => `${name}: ${find}`)).toEqual([]);
  });
});
