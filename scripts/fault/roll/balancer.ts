import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../e2e/support/server-process.ts';

/** What stands before the servers as an operator's load balancer would. */
export interface Balancer {
  url: string;
  /** Which of the servers get calls now. */
  ready(): readonly string[];
  close(): void;
}

/** How often each server is checked. */
const pollEveryMs = 250;

/**
 * Passes each call on to the next server whose `/readyz` was 200 at the last look. What goes wrong is answered with 502 and never
 * tried again, so that nothing that a server lost is hidden.
 */
export async function openBalancer(servers: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const over = new AbortController();
  let ready: string[] = [];
  let turn = 0;
  const look = async () => {
    const found = await Promise.all(servers.map((server) => isReady(server)));
    ready = servers.filter((_, nth) => found[nth]);
  };
  const balancer = createServer((incoming, outgoing) => {
    const server = ready[turn++ % ready.length];
    if (server === undefined) return void outgoing.writeHead(502).end('no server is ready');
    pass(server, agent, incoming, outgoing);
  });
  // A caller that keeps a connection to the balancer must not find it closed.
  balancer.keepAliveTimeout = 600_000;
  const port = await freePort();
  await new Promise<void>((done) => balancer.listen(port, '127.0.0.1', done));
  await look();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await sleep(pollEveryMs);
      await look();
    }
  })();
  looking.catch(() => {});
  return {
    url: `http://127.0.0.1:${port}`,
    ready: () => ready,
    close() {
      over.abort();
      balancer.close();
      balancer.closeAllConnections();
      agent.destroy();
    },
  };
}

function pass(server: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const fail = (error: Error) => {
    if (outgoing.headersSent) return void outgoing.destroy();
    outgoing.writeHead(502).end(`${server}: ${error.message}`);
  };
  const input = request(`${server}${url}`, { method, headers, agent }, (response) => {
    const { connection: _, ...stored } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, stored);
    response.on('error', fail).pipe(outgoing);
  });
  input.on('error', fail);
  incoming.pipe(input);
}

async function isReady(server: string): Promise<boolean> {
  const response = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return response?.ok ?? false;
}
