import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../run.ts';

/** What package-lock.json says of a package. */
export interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** The package in a folder such as `node_modules/a/node_modules/b`. */
export function lockedAt(folder: string): Locked {
  const found = lock.packages[folder];
  if (!found) throw new Error(`package-lock.json does not have ${folder}`);
  return found;
}

export const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The package's folder that a file is in; none for a file of the project. */
export function packageOf(file: string): string | undefined {
  const found = /(?:^|\/)((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+)/.exec(file)?.[1];
  return found?.slice(0, -1);
}

/** Where Node finds `name` for a package in `folder`; none if this kind of machine needs none. */
function resolveFrom(folder: string, name: string): string | undefined {
  const parts = folder.split(/(?<=^|\/)node_modules\//).slice(1);
  const places = parts.map((_, depth) => parts.slice(0, parts.length - depth));
  const candidates = [...places, []].map(
    (place) => `${place.map((part) => `node_modules/${part}`).join('')}/node_modules/${name}`,
  );
  return candidates
    .map((candidate) => candidate.replace(/^\//, '').replaceAll('//', '/'))
    .find((candidate) => lock.packages[candidate] && existsSync(resolve(root, candidate)));
}

/** What a package needs of what is installed, by its own account. */
export function needsOf(folder: string): string[] {
  const { dependencies, optionalDependencies } = lockedAt(folder);
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.flatMap((name) => resolveFrom(folder, name) ?? []);
}

/** These packages, with everything that they need at run time. */
export function withNeeds(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (folder: string) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    needsOf(folder).forEach(visit);
  };
  for (const name of names) visit(`node_modules/${name}`);
  return [...seen].toSorted();
}
