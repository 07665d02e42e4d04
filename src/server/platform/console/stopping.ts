import type { Log } from '../log.ts';

/** Stops the process in good order when it is asked to, also while it is still starting. */
export interface Stopping {
  /** From here on this is what stops it. Never returns when it was asked to before. */
  by(act: () => Promise<void>): Promise<void>;
  wasAsked(): boolean;
}

/** @param say tells a person at a terminal what happens */
export function stopOnSignal(log: Log, say: { stopping(): void; stopped(): void }): Stopping {
  let asked = false;
  let act: (() => Promise<void>) | undefined;
  const stop = () =>
    act?.().then(
      () => {
        say.stopped();
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'did not shut down cleanly');
        process.exit(1);
      },
    );
  const onSignal = (signal: string) => {
    // Whoever asks twice does not want to wait.
    if (asked) process.exit(1);
    asked = true;
    log.info({ signal }, 'shutting down');
    say.stopping();
    void stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
  return {
    wasAsked: () => asked,
    by(next) {
      act = next;
      if (!asked) return Promise.resolve();
      void stop();
      return new Promise(() => {});
    },
  };
}
