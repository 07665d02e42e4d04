import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultLanguage } from '#contract/kernel/languages.ts';
import { readCatalogue } from './locales/catalogue.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

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

describe('adding a feature', () => {
  it('has at most six product files, all of one module', () => {
    expect(product.length).toBeGreaterThan(3);
    expect(product.length).toBeLessThanOrEqual(6);
    expect(new Set(product.map(({ path }) => path.split('/')[2])).size).toBe(1);
    expect(steps.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
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
});

const folder = 'docs/pictures';
const files = readdirSync(join(root, folder)).map((name) => join(folder, name));
const bytesOf = (path: string) => statSync(join(root, path)).size;

/** The pictures that a page shows, with their texts for those who do not see them. */
function shownIn(page: string): { path: string; alt: string }[] {
  const images = read(page).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g);
  return [...images].map(([, alt = '', target = '']) => ({ path: join(page, '..', target), alt }));
}

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((path) => path.endsWith('.md'));
const shown = pages.flatMap(shownIn);

describe('pictures', () => {
  it('has every picture that docs show, and shows every one', () => {
    const names = (paths: string[]) => [...new Set(paths)].toSorted();
    expect(names(shown.map(({ path }) => path))).toEqual(names(files));
  });

  it('says of each picture what it shows', () => {
    expect(shown.filter(({ alt }) => alt.length < 20)).toEqual([]);
  });

  it('is taken by the tour, which shows twelve', () => {
    const taken = read('scripts/tour/tour.spec.ts').matchAll(/take(?:Together)?\(\w+, '([^']+)'\)/g);
    const names = [...taken].map(([, name]) => join(folder, `${name}.png`));
    expect(shownIn('docs/tour.md').map(({ path }) => path)).toEqual(names);
    expect(names).toHaveLength(12);
  });

  it('costs who reads docs little', () => {
    expect(files.filter((path) => bytesOf(path) > 150_000)).toEqual([]);
    expect(files.reduce((sum, path) => sum + bytesOf(path), 0)).toBeLessThanOrEqual(1_500_000);
  });
});
