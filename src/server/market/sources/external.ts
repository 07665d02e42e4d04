import type { Config } from '#server/platform/config/config.ts';
import type { Log } from '#server/platform/db/database.ts';

/** A source that is reached over the network, as the operator has configured it. */
export type ExternalSettings = Config['market'] & { url: string };

export interface Surroundings {
  now: () => Date;
  log: Log;
  /** The wait after a first failure: one second, unless a test sets less. */
  firstPauseMs?: number;
}

/** No response and no message of a source may be larger, and none may take longer. */
export const maxBytes = 1024 * 1024;
export const timeoutMs = 5000;
