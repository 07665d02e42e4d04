import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

const [user, password] = ['atrium', 'p@ss:word'];

/** Whether this machine has the server; says how to get it where not. */
export function hasNats(): boolean {
  const isThere = spawnSync('nats-server', ['--version']).status === 0;
  if (!isThere)
    console.warn('nats-server is missing, so its tests are left out (on Debian: apt-get install nats-server)');
  return isThere;
}

export interface Stored {
  subject: string;
  id: string;
  payload: string;
}

/** NATS itself with JetStream, on a folder of its own. */
export async function openNatsServer() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-nats-'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const words = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, '--user', user, '--pass', password];
  let stop = async () => {};

  async function start(): Promise<void> {
    const server = spawn('nats-server', words, { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(server, 'exit');
    await new Promise<void>((ready) =>
      server.stderr.on('data', (text: Buffer) => text.includes('Server is ready') && ready()),
    );
    stop = async () => {
      server.kill('SIGKILL');
      await ended;
    };
  }

  async function manage<Result>(work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<Result>) {
    const connection = await connect({ servers: `127.0.0.1:${port}`, user, pass: password });
    try {
      return await work(await jetstreamManager(connection));
    } finally {
      await connection.close();
    }
  }

  await start();
  return {
    urlWith: (word = password) => `nats://${user}:${encodeURIComponent(word)}@127.0.0.1:${port}`,
    start,
    stop: () => stop(),
    addStream: (name: string, subject: string) =>
      manage(async ({ streams }) => void (await streams.add({ name, subjects: [`${subject}.>`] }))),
    /** What a stream has, in its order. */
    messages: (name: string): Promise<Stored[]> =>
      manage(async ({ streams }) => {
        const { state } = await streams.info(name);
        const found: Stored[] = [];
        for (let seq = state.first_seq; state.messages > 0 && seq <= state.last_seq; seq += 1) {
          const message = await streams.getMessage(name, { seq });
          if (message)
            found.push({ subject: message.subject, id: message.header.get('Nats-Msg-Id'), payload: message.string() });
        }
        return found;
      }),
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
