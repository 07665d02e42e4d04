/**
 * `kept`: public and never another under the same address, so that a copy is as good. `page`: from the network, and without
 * one the shell. `network`: none of ours; the browser goes on as if there were no worker.
 */
export type Way = 'kept' | 'page' | 'network';

const kept = /^\/(?:assets|texts)\//;
const call = /^\/(?:api|pusher|app)(?:\/|$)/;
const file = /\.[a-z0-9]+$/i;

/** Decides what becomes of a request. Answers to calls are about a person: they pass by and are never kept. */
export function wayOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, home: string): Way {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== home) return 'network';
  if (kept.test(pathname)) return 'kept';
  return mode === 'navigate' && !call.test(pathname) && !file.test(pathname) ? 'page' : 'network';
}
