import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a running request may take to end once no new connection is accepted. */
const endMs = 10_000;

/** An instance that is about to stop, and announces it before. */
export interface Drain {
  isDraining(): boolean;
  /** Has each answer close its connection while the instance drains, so that callers open the next one elsewhere. */
  follow(http: FastifyInstance): void;
  /**
   * Stops serving without losing a call: `/readyz` says so first, and for `delayMs` everything is served as before,
   * until the load balancer has noticed and sends nothing more. Then no new connection is accepted, and running
   * requests end.
   */
  end(http: FastifyInstance, delayMs: number): Promise<void>;
}

export function openDrain(): Drain {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    follow(http) {
      http.addHook('onSend', async (_request, reply) => {
        if (isDraining) reply.header('connection', 'close');
      });
    },
    async end(http, delayMs) {
      isDraining = true;
      await sleep(delayMs);
      const deadline = setTimeout(() => http.server.closeAllConnections(), endMs);
      await http.close();
      clearTimeout(deadline);
    },
  };
}
