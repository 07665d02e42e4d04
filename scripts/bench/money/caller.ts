import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a client does again and again: calls in turn, of which a later one may use what an earlier one answered. */
export interface Doing {
  headers: Record<string, string>;
  calls: { path: string; body: Record<string, unknown> }[];
  /** One for each round, where each needs something else; the client ends with the last. */
  items?: string[];
}

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

/**
 * A signed-in client that sends a call, waits for the answer and sends the next, on a bare socket of its own. `$key` in a body is
 * a new key, `$item` the item of the round; `$name` is the field of the last answer.
 * @param again whether there is another round after so many
 * @param onRound takes the milliseconds of each
 */
export async function callAgain(
  url: string,
  { headers, calls, items }: Doing,
  again: (rounds: number) => boolean,
  onRound: (ms: number) => void,
): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const own = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  for (let round = 0; round < (items?.length ?? Infinity) && again(round); round += 1) {
    const startedMs = performance.now();
    const fields: Record<string, unknown> = { item: items?.[round] };
    for (const { path, body } of calls) {
      fields['key'] = randomUUID();
      const filled = Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'string' && value.startsWith('$') ? fields[value.slice(1)] : value,
      ]);
      const head = `POST ${path} HTTP/1.1\r\n${own.join('')}`;
      Object.assign(fields, await request(socket, head, JSON.stringify(Object.fromEntries(filled))));
    }
    onRound(performance.now() - startedMs);
  }
  socket.destroy();
}
