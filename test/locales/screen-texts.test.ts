import { expect, it } from 'vitest';
import { importsOf, projectFiles } from '../rules/source.ts';
import { isProduct } from '../rules/rule.ts';
import { keysRequestedFor } from './usage.ts';

const files = new Map(
  projectFiles()
    .filter(({ path }) => path.startsWith('src/web/') && isProduct(path))
    .map((file) => [file.path, file]),
);

/** The texts that are there on every screen in the main layout. */
const always = ['common', 'shell', 'errors'];

/** The screens of a module's file: where each page is, and the files of texts that load with it. */
function screensIn(path: string): { page: string; texts: string[] }[] {
  const text = files.get(path)?.text ?? '';
  const found = [
    ...text.matchAll(
      /(?:texts: )?(\[[^\]]*\]|\b\w*[tT]exts),\s*(?:menu: \{[^}]*\},\s*)?page: \(\) => import\('([^']+)'\)/g,
    ),
  ];
  expect([path, found.length]).toEqual([path, text.match(/page: \(\) =>/g)?.length ?? 0]);
  const namesIn = (list: string): string[] => [
    ...[...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
    ...[...list.matchAll(/\b\w*[tT]exts\b/g)].flatMap(([name]) =>
      namesIn(new RegExp(`const ${name}\\b[^=]*= (\\[[^\\]]*\\])`).exec(text)?.[1] ?? ''),
    ),
  ];
  return found.map(([, texts = '', page = '']) => ({
    page: new URL(page, `file:///${path}`).pathname.slice(1),
    texts: namesIn(texts),
  }));
}

/** A file and all that it imports when it loads. */
function reachedFrom(path: string, seen = new Set<string>()): Set<string> {
  const file = files.get(path);
  if (!file || seen.has(path)) return seen;
  seen.add(path);
  // What is imported while the screen is used loads its texts itself.
  for (const { target, typeOnly, at } of importsOf(file))
    if (!typeOnly && !file.text.startsWith('import(', at)) reachedFrom(target, seen);
  return seen;
}

it('the texts that the parts of a screen speak from load with it', () => {
  const missing = [...files.keys()]
    .filter((path) => path.endsWith('/screens.ts'))
    .flatMap(screensIn)
    .flatMap(({ page, texts }) =>
      [...reachedFrom(page)].flatMap((path) => {
        const file = files.get(path);
        return (file ? keysRequestedFor(file) : [])
          .filter(({ key }) => ![...always, ...texts].includes(key.split('.')[0] ?? ''))
          .map(({ where }) => `${page}: ${where}`);
      }),
    );
  expect(missing).toEqual([]);
});
