/**
 * `kept`: public and never another under the same address, so that a copy is as good. `page`: from the network, and without
 * one the shell. `network`: none of ours; the browser goes on as if there were no worker.
 */
export type FetchStrategy = 'cache' | 'page' | 'network';

const immutablePath = /^\/(?:assets|texts)\//;
const call = /^\/(?:api|pusher|app|embed)(?:\/|$)/;
const file = /\.[a-z0-9]+$/i;

/** Chooses the strategy for a request. Responses to calls are about a person: they pass and are never cached. */
export function fetchStrategyOf(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  home: string,
): FetchStrategy {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== home) return 'network';
  if (immutablePath.test(pathname)) return 'cache';
  return mode === 'navigate' && !call.test(pathname) && !file.test(pathname) ? 'page' : 'network';
}
