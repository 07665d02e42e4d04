import type { Log } from '../monitoring/log.ts';

/** Stops the process in an orderly way on request, also while it is still starting. */
export interface Stopping {
  /** From here on this is what stops it. Never returns when it was asked to before. */
  by(action: () => Promise<void>): Promise<void>;
  wasRequested(): boolean;
}

/** @param send informs a person at a terminal */
export function stopOnSignal(log: Log, send: { stopping(): void; stopped(): void }): Stopping {
  let isRequested = false;
  let action: (() => Promise<void>) | undefined;
  const stop = () =>
    action?.().then(
      () => {
        send.stopped();
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'did not shut down cleanly');
        process.exit(1);
      },
    );
  const onSignal = (signal: string) => {
    // A second signal means: do not wait.
    if (isRequested) process.exit(1);
    isRequested = true;
    log.info({ signal }, 'shutting down');
    send.stopping();
    void stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
  return {
    wasRequested: () => isRequested,
    by(next) {
      action = next;
      if (!isRequested) return Promise.resolve();
      void stop();
      return new Promise(() => {});
    },
  };
}
