import { setImmediate as afterwards } from 'node:timers/promises';
import type pg from 'pg';
import type { Outcome } from './statement-group.ts';

type Config = pg.QueryConfig<unknown[]>;

interface Waiting {
  config: Config;
  done: (result: pg.QueryResult) => void;
  failed: (error: Error) => void;
}

/**
 * Sends what is asked for in one turn of the event loop, and while others are under way, together and in the order in which it
 * was asked for. When one fails, those before it have their results; it is refused before those after it, which did not run.
 */
export function gather(send: (configs: readonly [Config, ...Config[]]) => Promise<Pick<Outcome, 'results' | 'error'>>) {
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  async function sendAll(): Promise<void> {
    const group = waiting;
    waiting = [];
    const { results, error } = await send(group.map(({ config }) => config) as [Config, ...Config[]]).catch(
      (failure: Error) => ({ results: [], error: failure }),
    );
    // A commit that fails has undone the statement that it came with.
    const succeeded = error ? Math.min(results.length, group.length - 1) : group.length;
    for (const [index, result] of results.slice(0, succeeded).entries()) group[index]?.done(result);
    const [failed, ...others] = group.slice(succeeded);
    if (error && failed) {
      // What the caller makes of the earlier results comes first.
      if (succeeded > 0) await afterwards();
      // As the driver does for its own: the trace leads to the caller instead of the socket.
      failed.failed(error);
      if (others.length > 0) await afterwards();
      for (const other of others) other.failed(error);
    }
    if (waiting.length > 0) process.nextTick(() => void sendAll());
    else isUnderWay = false;
  }

  return (config: Config): Promise<pg.QueryResult> =>
    new Promise<pg.QueryResult>((done, failed) => {
      waiting.push({ config, done, failed });
      if (isUnderWay) return;
      isUnderWay = true;
      process.nextTick(() => void sendAll());
    }).catch((error: Error) => {
      Error.captureStackTrace(error);
      throw error;
    });
}
