import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * Clients that each send a transfer, wait for the answer and send the next, over connections of their own. On bare sockets,
 * in a process of its own, so that little of the two cores goes into asking. Prints the milliseconds of each answer.
 */
const [address = '', clients = '1', seconds = '1', shared = ''] = process.argv.slice(2);
const { hostname, port, pathname } = new URL(address);
const wallets = 1_000;

const some = () => {
  const number = 1 + Math.floor(Math.random() * wallets);
  return `client:${number}:wallet:${number}:available`;
};

function transfer(): string {
  const [from, to] = [shared || some(), some()];
  if (from === to) return transfer();
  const body = JSON.stringify({ from, to, key: randomUUID() });
  return `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Answers are small: each arrives whole, in one piece. */
function request(socket: Socket): Promise<number> {
  return new Promise((done, failed) => {
    const startedMs = performance.now();
    socket.once('data', (response: Buffer) => {
      if (response.toString('latin1', 9, 12) === '200') done(performance.now() - startedMs);
      else failed(new Error(response.toString()));
    });
    socket.write(transfer());
  });
}

async function client(until: number): Promise<number[]> {
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const times: number[] = [];
  while (performance.now() < until) times.push(await request(socket));
  socket.destroy();
  return times;
}

const until = performance.now() + Number(seconds) * 1000;
const times = await Promise.all(Array.from({ length: Number(clients) }, () => client(until)));
process.stdout.write(JSON.stringify(times.flat()));
