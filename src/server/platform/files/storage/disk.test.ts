import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { diskStore, shardOf } from './disk.ts';
import { collect, isMissing, once } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));
const store = diskStore(folder);
const content = Buffer.alloc(300_000, 'content');

it('reads to its end what is removed once it is open', async () => {
  await store.put('name', once(content));
  const opened = await store.open('name');
  rmSync(join(folder, shardOf('name'), 'name'));
  expect((await collect(opened)).equals(content)).toBe(true);
  await expect(store.open('name')).rejects.toSatisfy(isMissing);
});
