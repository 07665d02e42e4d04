import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
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
/** So many checks fail in turn before a server gets no more calls: the default of HAProxy and Kubernetes. */
const fall = 3;

/**
 * Passes each call on to the next server whose `/readyz` was 200 at one of the last three checks. What goes wrong is answered with
 * 502 and never tried again, so that nothing that a server lost is hidden.
 * @param seen the status of every answer
 */
export async function openBalancer(
  servers: readonly string[],
  seen: (status: number) => void = () => {},
): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const over = new AbortController();
  const failures = new Map(servers.map((server) => [server, fall]));
  const ready = () => servers.filter((server) => (failures.get(server) ?? fall) < fall);
  let turn = 0;
  const check = async (server: string) =>
    failures.set(server, (await isReady(server)) ? 0 : (failures.get(server) ?? fall) + 1);
  const checkAgain = async (server: string) => {
    while (!over.signal.aborted) {
      await sleep(pollEveryMs);
      await check(server);
    }
  };
  const balancer = createServer((incoming, outgoing) => {
    outgoing.on('finish', () => seen(outgoing.statusCode));
    const able = ready();
    const server = able[turn++ % able.length];
    if (server === undefined) return void outgoing.writeHead(502).end('no server is ready');
    pass(server, agent, incoming, outgoing);
  });
  balancer.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const able = ready();
    const server = able[turn++ % able.length];
    if (server === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    joinSocket(server, incoming, socket, head);
  });
  // A caller that keeps a connection to the balancer must not find it closed.
  balancer.keepAliveTimeout = 600_000;
  const port = await freePort();
  await new Promise<void>((done) => balancer.listen(port, '127.0.0.1', done));
  await Promise.all(servers.map(check));
  // Each on its own: a server that is slow to respond must not delay what is known of the other.
  for (const server of servers) void checkAgain(server);
  return {
    url: `http://127.0.0.1:${port}`,
    ready,
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

/** Passes the request for a socket on as it came, and then everything in both directions. */
function joinSocket(server: string, { method, url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer): void {
  const { hostname, port } = new URL(server);
  const behind = connect(Number(port), hostname, () => {
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []));
    behind.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    behind.write(head);
    socket.pipe(behind).pipe(socket);
  });
  const end = () => {
    socket.destroy();
    behind.destroy();
  };
  for (const each of [socket, behind]) each.on('error', end).on('close', end);
}

async function isReady(server: string): Promise<boolean> {
  const response = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return response?.ok ?? false;
}
