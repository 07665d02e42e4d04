import { parentPort } from 'node:worker_threads';

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread's port has no origin */

/** The other end of `openThread`: answers what is asked by `act`, or tells why not. */
export function answerAsked(act: (asked: never) => unknown): void {
  parentPort?.on('message', (asked) => {
    Promise.resolve()
      .then(() => act(asked as never))
      .then(
        (content) => parentPort?.postMessage({ content }),
        (error: unknown) => parentPort?.postMessage({ failure: error instanceof Error ? error.stack : String(error) }),
      );
  });
}
