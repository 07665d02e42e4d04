import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';

export interface TestRedis {
  url: string;
  /** Cuts all lines. */
  stop(): Promise<void>;
  /** On the same port again. */
  start(): Promise<void>;
}

/** Redis or Valkey itself where this machine has one, else what stands in for it. */
export async function openRedis(): Promise<TestRedis> {
  const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
  return program === undefined ? standIn() : realServer(program);
}

async function realServer(program: string): Promise<TestRedis> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  let end = async () => {};
  const start = async () => {
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
    const server = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(server, 'exit');
    await new Promise<void>((resolve) =>
      server.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve()),
    );
    end = async () => {
      server.kill('SIGKILL');
      await ended;
    };
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => end() };
}

/** As much of Redis as a bus uses: SUBSCRIBE, UNSUBSCRIBE, PUBLISH, over the real protocol. `stop` cuts all lines; `start` takes the same port. */
async function standIn(): Promise<TestRedis> {
  const subscribers = new Map<Socket, Set<string>>();
  let port = 0;

  const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
  const event = (kind: string, subject: string, last: string) => `*3\r\n${bulk(kind)}${bulk(subject)}${last}`;

  function response(socket: Socket, [name = '', ...words]: string[]): string {
    const own = subscribers.get(socket) ?? new Set();
    const [subject = '', text = ''] = words;
    switch (name.toLowerCase()) {
      case 'subscribe':
        return words.map((word) => event('subscribe', word, `:${own.add(word).size}\r\n`)).join('');
      case 'unsubscribe':
        own.delete(subject);
        return event('unsubscribe', subject, `:${own.size}\r\n`);
      case 'publish': {
        const received = [...subscribers].filter(([, subjects]) => subjects.has(subject));
        for (const [one] of received) one.write(event('message', subject, bulk(text)));
        return `:${received.length}\r\n`;
      }
      case 'info':
        return bulk('redis_version:7.0.0\r\nloading:0');
      default:
        return '+OK\r\n';
    }
  }

  const server = createServer((socket) => {
    subscribers.set(socket, new Set());
    let buffer = '';
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('close', () => subscribers.delete(socket));
    socket.on('data', (chunk: string) => {
      buffer += chunk;
      for (let command = take(buffer); command; command = take(buffer)) {
        buffer = command.rest;
        socket.write(response(socket, command.words));
      }
    });
  });

  async function start(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async stop() {
      for (const socket of subscribers.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One command, if all of it is there. Lengths are bytes, so the text has to be ASCII where several arrive at once. */
function take(buffer: string): { words: string[]; rest: string } | undefined {
  const bytes = Buffer.from(buffer);
  let at = 0;
  const line = () => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const text = bytes.toString('utf8', at, end);
    at = end + 2;
    return text;
  };
  const count = Number(line()?.slice(1) ?? Number.NaN);
  if (!(count > 0)) return undefined;
  const words: string[] = [];
  for (let n = 0; n < count; n++) {
    const length = Number(line()?.slice(1) ?? Number.NaN);
    if (Number.isNaN(length) || at + length + 2 > bytes.length) return undefined;
    words.push(bytes.toString('utf8', at, at + length));
    at += length + 2;
  }
  return { words, rest: bytes.toString('utf8', at) };
}
