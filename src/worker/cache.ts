import type { Release } from '#contract/kernel/worker.ts';
import { fetchStrategyOf } from './fetch-strategy.ts';

const prefix = 'atrium-';

/** Without cookies: only public responses are cached. */
const asAnybody = { credentials: 'omit', redirect: 'error' } as const;

/**
 * Where the page is fetched and cached, whatever address it is opened at: no screen, so that it announces the files of
 * none.
 */
const shell = '/offline';

const nameOf = ({ version }: Release) => `${prefix}${version}`;

/**
 * Fetches the page and what it needs to start.
 * @throws Error when the server has another version by now: then there would be a page without its files
 */
export async function fetchShell(release: Release): Promise<void> {
  const page = await fetch(shell, { ...asAnybody, cache: 'no-store' });
  const html = await page.clone().text();
  if (!page.ok || !release.files.every((file) => html.includes(file))) throw new Error('this version is not served');
  const cache = await caches.open(nameOf(release));
  await cache.addAll(release.files.map((file) => new Request(file, asAnybody)));
  await cache.put(shell, page);
}

/** Deletes the caches of former versions. */
export async function dropOthers(release: Release): Promise<void> {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith(prefix) && name !== nameOf(release));
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** Cache first; on a miss fetch, and cache the response if its URL is immutable. */
export async function cacheFirst(release: Release, request: Request): Promise<Response> {
  const cache = await caches.open(nameOf(release));
  const copy = await cache.match(request, { ignoreVary: true });
  if (copy) return copy;
  const response = await fetch(request);
  if (response.ok && response.headers.get('cache-control')?.includes('immutable'))
    await cache.put(request, response.clone());
  return response;
}

/** The server's response, whatever it is; where the server cannot be reached, the shell. */
export async function networkFirst(
  release: Release,
  request: Request,
  preloaded: Promise<Response | undefined>,
): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request));
  } catch (error) {
    const cache = await caches.open(nameOf(release));
    const copy = await cache.match(shell, { ignoreVary: true });
    if (copy) return copy;
    throw error;
  }
}

/** Makes copies of what a page has loaded already; its browser has most of that at hand. */
export async function addToCache(release: Release, addresses: readonly string[]): Promise<void> {
  const requests = addresses
    .map((address) => new Request(address, asAnybody))
    .filter((request) => fetchStrategyOf(request, location.origin) === 'cache');
  await Promise.allSettled(requests.map((request) => cacheFirst(release, request)));
}
