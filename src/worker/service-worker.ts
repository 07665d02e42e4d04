import type { PushMessage } from '#contract/push.ts';
import type { Release, ToWorker } from '#contract/worker.ts';
import { dropOthers, fetchShell, fromKept, fromServer, keepToo } from './cache.ts';
import { openFrom, show } from './push.ts';
import { wayOf } from './fetch-strategy.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written above this file by the server. */
declare const release: Release;

// It waits until no page of the former version is open, or until a person asks for it: no page gets files of another.
self.addEventListener('install', (event) => event.waitUntil(fetchShell(release)));

self.addEventListener('activate', (event) => event.waitUntil(begin()));

async function begin(): Promise<void> {
  await dropOthers(release);
  // The page is asked for while the worker wakes up.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, self.location.origin);
  if (way === 'kept') event.respondWith(fromKept(release, event.request));
  if (way === 'page') event.respondWith(fromServer(release, event.request, event.preloadResponse));
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const told = event.data as ToWorker;
  event.waitUntil(told.kind === 'keep' ? keepToo(release, told.addresses) : self.skipWaiting());
});

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as PushMessage));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openFrom(event.notification.data as PushMessage));
});
