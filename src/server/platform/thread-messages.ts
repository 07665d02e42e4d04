import { parentPort } from 'node:worker_threads';

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread's port has no origin */

/** The other end of `openThread`: responds to each request by `action`, or with the error. */
export function serveThread(action: (message: never) => unknown): void {
  parentPort?.on('message', (message) => {
    Promise.resolve()
      .then(() => action(message as never))
      .then(
        (content) => parentPort?.postMessage({ content }),
        (error: unknown) => parentPort?.postMessage({ failure: error instanceof Error ? error.stack : String(error) }),
      );
  });
}
