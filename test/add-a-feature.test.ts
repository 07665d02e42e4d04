import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { defaultLanguage } from '#contract/kernel/languages.ts';
import { readCatalogue } from './locales/catalogue.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8');
const steps = read('docs/add-a-feature.md')
  .split('\n## ')[0]!
  .split(/^\d\. /m)
  .slice(1)
  .map((text) => ({
    path: /`((?:src|locales)\/[\w/.-]+)`/.exec(text)?.[1] ?? '',
    block: /```ts\n(.*?)```/s.exec(text)?.[1],
    keys: [...text.matchAll(/`(\w+\.\w+)`/g)].map(([, key = '']) => key),
  }));
const product = steps.filter(({ block }) => block !== undefined);
const plain = (code: string) => code.replaceAll(/\s+/g, ' ').trim();

it('has at most six product files, all of one module', () => {
  expect(product.length).toBeGreaterThan(3);
  expect(product.length).toBeLessThanOrEqual(6);
  expect(new Set(product.map(({ path }) => path.split('/')[2])).size).toBe(1);
  expect(steps.filter(({ path }) => !existsSync(resolve(import.meta.dirname, '..', path)))).toEqual([]);
});

it.each(product)('shows what is in $path', ({ path, block }) => {
  expect(plain(read(path))).toContain(plain(block ?? ''));
});

it('names texts that there are', () => {
  const keys = steps.find(({ path }) => path.startsWith('locales/'))?.keys ?? [];
  const known = new Set<string>(readCatalogue(defaultLanguage).keys());
  expect(keys.length).toBeGreaterThan(3);
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
});
