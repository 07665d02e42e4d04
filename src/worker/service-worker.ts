import type { PushMessage } from '#contract/notifications/push.ts';
import type { Release, ToWorker } from '#contract/kernel/worker.ts';
import { dropOthers, fetchShell, cacheFirst, networkFirst, addToCache } from './cache.ts';
import { openFrom, show } from './push.ts';
import { fetchStrategyOf } from './fetch-strategy.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written above this file by the server. */
declare const release: Release;

// It waits until no page of the former version is open, or until a person asks for it: no page gets files of another.
self.addEventListener('install', (event) => event.waitUntil(fetchShell(release)));

self.addEventListener('activate', (event) => event.waitUntil(start()));

async function start(): Promise<void> {
  await dropOthers(release);
  // The page is fetched while the worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const way = fetchStrategyOf(event.request, self.location.origin);
  if (way === 'cache') event.respondWith(cacheFirst(release, event.request));
  if (way === 'page') event.respondWith(networkFirst(release, event.request, event.preloadResponse));
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as ToWorker;
  event.waitUntil(message.kind === 'keep' ? addToCache(release, message.addresses) : self.skipWaiting());
});

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as PushMessage));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFrom(event.notification.data as PushMessage));
});
