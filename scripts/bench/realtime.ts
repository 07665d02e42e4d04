import { newBrowser } from '../../test/browser.ts';
import { stored } from '#contract/kernel/constants.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openSession } from '#server/platform/session/session.ts';
import { startChild } from './realtime/child.ts';
import { openPeople } from './realtime/people.ts';

/**
 * Sockets beside bare `ws`, and beside bare writes of finished bytes, in the same run: memory of an idle one, the
 * server's work for a delivery, and how long a delivery takes; and how soon all clients are back after a restart of the
 * product's own server. `npm run bench:realtime`.
 */
const idle = 2000;
const subscribers = 200;

interface LiveChannel {
  received: number;
  p50: number;
  p99: number;
  worst: number;
}

async function withSockets<T>(
  kind: string,
  count: number,
  action: (server: ReturnType<typeof startChild>, clients: ReturnType<typeof startChild>) => Promise<T>,
): Promise<T> {
  const server = startChild('server.ts', kind);
  const clients = startChild('clients.ts');
  try {
    const { port } = await server.request<{ port: number }>({ action: 'listen' });
    // The first ones also pay for the code that serves them.
    if (count === idle) await clients.request({ action: 'open', port, count: subscribers });
    const before = await server.request<{ rss: number }>({ action: 'usage' });
    await clients.request({ action: 'open', port, count });
    const after = await server.request<{ rss: number }>({ action: 'usage' });
    if (count === idle)
      console.log(
        `| ${kind}, memory per idle socket at ${idle} | ${((after.rss - before.rss) / count / 1000).toFixed(1)} kB |`,
      );
    return await action(server, clients);
  } finally {
    await clients.end('SIGKILL');
    await server.end('SIGKILL');
  }
}

async function deliveries(kind: string): Promise<void> {
  await withSockets(kind, subscribers, async (server, clients) => {
    const run = async (name: string, count: number, burst: number, everyMs: number) => {
      const { cpuUs } = await server.request<{ cpuUs: number }>({ action: 'tell', count, burst, everyMs });
      const { received, p50, p99, worst } = await clients.request<LiveChannel>({ action: 'heard' });
      const lost = count * subscribers - received;
      const work = (cpuUs / received).toFixed(1);
      console.log(
        `| ${kind}, ${name} | ${work} µs · p50 ${p50.toFixed(1)} · p99 ${p99.toFixed(1)} · worst ${worst.toFixed(1)} ms · lost ${lost} |`,
      );
    };
    await run('warming up', 500, 1, 2);
    await run(`50 messages/s to ${subscribers}`, 500, 1, 20);
    await run(`one after the other to ${subscribers}`, 1500, 1, 2);
    await run(`ten at a time to ${subscribers}`, 3000, 10, 10);
  });
}

async function restart(): Promise<void> {
  const database = await openPeople(idle / 10);
  const config = readConfig({ NODE_ENV: 'test' });
  const people = await Promise.all(
    database.ids.map((clientId) =>
      database.db.tx(async (tx) => {
        const device = { address: '127.0.0.1', userAgent: undefined };
        const { token, binding } = await openSession(
          tx,
          { clock: systemClock, config },
          { clientId, remember: true, device },
        );
        return { id: clientId, token, binding };
      }),
    ),
  );
  const xsrf = newBrowser(config.appSecret).cookies.get(stored.antiForgeryCookie) ?? '';
  const first = startChild('app.ts', database.url);
  const { url } = await first.request<{ url: string }>({ action: 'listen' });
  const clients = startChild('returners.ts');
  const { key } = config.realtime.credentials;
  await clients.request({ action: 'open', url, key, xsrf, people, each: 10 });

  const back = clients.request<{ isIn: number; refused: number }>({ action: 'back' });
  const began = performance.now();
  const secondsSince = (at: number) => ((performance.now() - at) / 1000).toFixed(1);
  await first.end();
  const stoppedAfter = secondsSince(began);
  const second = startChild('app.ts', database.url, new URL(url).port);
  await second.request({ action: 'listen' });
  const listening = performance.now();
  const { isIn, refused } = await back;
  console.log(
    `| restart: all ${isIn} back | ${secondsSince(listening)} s after the server listened again, ${secondsSince(began)} s after SIGTERM (it took ${stoppedAfter} s to send them away); refused ${refused} |`,
  );
  await clients.end('SIGKILL');
  await second.end('SIGKILL');
  await database.close();
}

console.log('| what | figure |\n|---|---|');
for (const kind of ['bare', 'ours']) await withSockets(kind, idle, async () => {});
for (const kind of ['floor', 'bare', 'ours']) await deliveries(kind);
await restart();
