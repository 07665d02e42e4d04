import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** What each client does again and again: calls in turn, of which a later one may use what an earlier one answered. */
export interface Load {
  url: string;
  seconds: number;
  clients: {
    headers: Record<string, string>;
    calls: { path: string; body: Record<string, unknown> }[];
    /** One for each round, where each needs something else; the client ends with the last. */
    items?: string[];
  }[];
}

/** The milliseconds of each round of calls, and those from the first call to the last answer. */
export interface Measured {
  times: number[];
  lastedMs: number;
}

/**
 * Signed-in clients that each send a call, wait for the answer and send the next, over connections of their own. On bare
 * sockets, in a process of its own, so that little of the two cores goes into asking. Reads a `Load` from its input and prints a
 * `Measured`. `$key` in a body is a new key, `$item` the item of the round; `$name` is the field of the last answer.
 */
const { url, seconds, clients } = JSON.parse(await text(process.stdin)) as Load;
const { hostname, port } = new URL(url);

/** A whole answer with its length in the head. @throws Error when it is not 200 */
async function request(socket: Socket, head: string, body: string): Promise<Record<string, unknown>> {
  const length = Buffer.byteLength(body);
  socket.write(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`);
  let received = '';
  for (;;) {
    const [piece] = (await once(socket, 'data')) as [Buffer];
    received += piece.toString();
    const [top = '', ...rest] = received.split('\r\n\r\n');
    const size = Number(/content-length: (\d+)/i.exec(top)?.[1] ?? Number.NaN);
    const content = rest.join('\r\n\r\n');
    if (rest.length === 0 || Buffer.byteLength(content) < size) continue;
    if (!top.startsWith('HTTP/1.1 200')) throw new Error(received);
    return JSON.parse(content) as Record<string, unknown>;
  }
}

async function work({ headers, calls, items }: Load['clients'][number], until: number): Promise<number[]> {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const own = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const times: number[] = [];
  while (performance.now() < until && times.length < (items?.length ?? Infinity)) {
    const startedMs = performance.now();
    const fields: Record<string, unknown> = { item: items?.[times.length] };
    for (const { path, body } of calls) {
      fields['key'] = randomUUID();
      const filled = Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'string' && value.startsWith('$') ? fields[value.slice(1)] : value,
      ]);
      const head = `POST ${path} HTTP/1.1\r\n${own.join('')}`;
      Object.assign(fields, await request(socket, head, JSON.stringify(Object.fromEntries(filled))));
    }
    times.push(performance.now() - startedMs);
  }
  socket.destroy();
  return times;
}

const startedMs = performance.now();
const times = await Promise.all(clients.map((client) => work(client, startedMs + seconds * 1000)));
const measured: Measured = { times: times.flat(), lastedMs: performance.now() - startedMs };
process.stdout.write(JSON.stringify(measured));
