import type { PushMessage } from '#contract/notifications/push.ts';
import type { ToPage } from '#contract/kernel/worker.ts';
import { isSeen } from './is-seen.ts';

declare const self: ServiceWorkerGlobalScope;

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a message, unless the person has its screen in view. */
export async function show(message: PushMessage): Promise<void> {
  if (isSeen(message, await openPages())) return;
  const { title, text, tag, language, direction } = message;
  await self.registration.showNotification(title, {
    body: text,
    tag,
    lang: language,
    dir: direction,
    icon: '/icons/icon-192.png',
    data: message,
  });
}

/** Brings the person where a message leads: in a page that is open, else in a new one. */
export async function openFrom({ path }: PushMessage): Promise<void> {
  const pages = await openPages();
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await self.clients.openWindow(path));
  const message: ToPage = { kind: 'open', path };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has pages of its own origin only
  page.postMessage(message);
  await page.focus();
}
