import { setImmediate as eventsRead, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a running request may take to end once no new connection is accepted. */
const endMs = 10_000;
/** An instance is quiet when no call came during so many looks in turn: time alone says nothing on a busy machine. */
const quietLooks = 10;
const lookEveryMs = 50;

/** How long a stopping instance serves: at least `leastMs`, then until it is quiet, and at most `mostMs`. */
export interface Notice {
  leastMs: number;
  mostMs: number;
}

/** An instance that is about to stop, and announces it before. */
export interface Drain {
  isDraining(): boolean;
  /** Has each answer close its connection while the instance drains, so that callers open the next one elsewhere. */
  follow(http: FastifyInstance): void;
  /**
   * Stops serving without losing a call: `/readyz` says so first, and everything is served as before, until the load
   * balancer has noticed and sends nothing more. Then no new connection is accepted, and running requests end.
   */
  end(http: FastifyInstance, notice: Notice): Promise<void>;
}

export function openDrain(): Drain {
  let isDraining = false;
  let calls = 0;

  async function untilQuiet(longestMs: number): Promise<void> {
    const latest = performance.now() + longestMs;
    let seen = calls;
    for (let quiet = 0; quiet < quietLooks && performance.now() < latest;) {
      await sleep(lookEveryMs);
      // A timer that is late fires before the calls that wait in the sockets are read.
      await eventsRead();
      quiet = calls === seen ? quiet + 1 : 0;
      seen = calls;
    }
  }

  return {
    isDraining: () => isDraining,
    follow(http) {
      http.addHook('onRequest', async ({ routeOptions }) => {
        // Checks by the load balancer go on until the end.
        if (!routeOptions.config.anyHost) calls += 1;
      });
      http.addHook('onSend', async (_request, reply) => {
        if (isDraining) reply.header('connection', 'close');
      });
    },
    async end(http, { leastMs, mostMs }) {
      isDraining = true;
      await sleep(leastMs);
      await untilQuiet(mostMs - leastMs);
      const deadline = setTimeout(() => http.server.closeAllConnections(), endMs);
      await http.close();
      clearTimeout(deadline);
    },
  };
}
