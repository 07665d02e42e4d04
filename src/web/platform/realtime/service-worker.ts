import { pdfWorkerPath } from '#contract/kernel/pdf-worker.ts';
import { workerPath, workerPolicy, type ToPage, type ToWorker } from '#contract/kernel/worker.ts';
import { offerVersion } from './new-version.ts';

/** As far as it is needed; browsers without Trusted Types take the address as it is. */
declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (input: string) => string },
      ): { createScriptURL(input: string): string };
    };
  }
}

const pollEveryMs = 3_600_000;

/** Whatever its input, it returns one of the two addresses. No other policy can be made, and this one only once. */
const policy = window.trustedTypes?.createPolicy(workerPolicy, {
  createScriptURL: (addresses) => (addresses === pdfWorkerPath ? pdfWorkerPath : workerPath),
});

/** The address of a worker of ours, as the browser takes it. */
export const trustedAddress = (path: typeof workerPath | typeof pdfWorkerPath): string =>
  policy?.createScriptURL(path) ?? path;

/**
 * Allows the page to open without a network, and reports when a new version is there. Not on addresses without
 * encryption.
 * @param open goes where a notification leads
 */
export async function startWorker(open: (path: string) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker: container } = navigator;
  const registration = await register(container);
  if (!registration) return;
  watchVersions(container, registration);
  container.addEventListener('message', ({ data }: MessageEvent<ToPage>) => open(data.path));
  const { active } = await container.ready;
  const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
  if (active) post(active, { kind: 'keep', addresses });
}

/** Undefined from a browser in which the person has disabled workers. */
const register = (container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | undefined> =>
  container.register(trustedAddress(workerPath), { scope: '/' });

function watchVersions(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  const offer = () => {
    // The first worker of a browser brings nothing new.
    if (registration.waiting && container.controller) offerVersion(() => takeNew(container, registration));
  };
  const follow = () => registration.installing?.addEventListener('statechange', offer);
  offer();
  // The browser checks for a new one whenever a page opens, and may have found it before this runs.
  follow();
  registration.addEventListener('updatefound', follow);
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || performance.now() - checkedAt < pollEveryMs) return;
    checkedAt = performance.now();
    registration.update().catch((error: unknown) => console.error('Error looking for a new version', error));
  });
}

/** Another tab may have activated it since: then this page only needs a reload. */
function takeNew(container: ServiceWorkerContainer, { waiting }: ServiceWorkerRegistration): void {
  if (!waiting) return location.reload();
  container.addEventListener('controllerchange', () => location.reload(), { once: true });
  post(waiting, { kind: 'take_over' });
}

function post(worker: ServiceWorker, what: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of its own origin only
  worker.postMessage(what);
}
