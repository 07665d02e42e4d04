import { cp } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { root } from '../run.ts';

/** What only people who work on a package read, and static libraries. */
const needless = /\.(?:d\.[cm]?ts|[cm]?ts|map|md|markdown|tgz|a|yml)$/i;
const needlessFolders = new Set(['test', 'tests', 'docs', 'examples', 'e2e', '.github', 'benchmark', 'benchmarks']);
const isLicence = (name: string) => /^(?:licen[cs]e|notice|copying|readme)/i.test(name);

/** Lays packages into `folder` as npm lays them: links stay links, which PostgreSQL's libraries need. */
export async function copyPackages(folders: readonly string[], to: string): Promise<void> {
  for (const folder of folders) {
    const from = resolve(root, folder);
    await cp(from, resolve(to, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => {
        const name = basename(path);
        // Packages inside packages are in the list themselves.
        if (relative(from, path).split('/').includes('node_modules')) return false;
        return !needlessFolders.has(name) && (isLicence(name) || !needless.test(name));
      },
    });
  }
}
