import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { signChannel } from '#server/platform/realtime/signatures.ts';
import { answering } from './child.ts';
import { credentials, event } from './setting.ts';

/** Browsers that only listen, in a process of their own. Each ten come from an address of their own, as through a proxy. */
const waits: number[] = [];
const sockets: WebSocket[] = [];
let received = 0;

function open(port: number, n: number): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/app/${credentials.key}?protocol=7`, {
    headers: { 'x-forwarded-for': `10.1.${n >> 8}.${(n / 10) & 255}` },
    perMessageDeflate: false,
  });
  sockets.push(ws);
  return new Promise((resolve, reject) => {
    ws.on('error', reject);
    ws.on('message', (data: Buffer) => {
      const { event: name, data: text } = JSON.parse(data.toString()) as { event: string; data: string };
      if (name === event.name) {
        received += 1;
        const { sentNs } = JSON.parse(text) as { sentNs: string };
        waits.push(Number(process.hrtime.bigint() - BigInt(sentNs)) / 1e6);
      } else if (name === 'pusher:connection_established') {
        const { socket_id: id } = JSON.parse(text) as { socket_id: string };
        const auth = signChannel(credentials, id, event.channel);
        ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: event.channel, auth } }));
      } else if (name === 'pusher_internal:subscription_succeeded') resolve();
    });
  });
}

const at = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

answering({
  async open({ port, count }: { port: number; count: number }) {
    for (let n = 0; n < count; n += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - n) }, (_, index) => open(port, sockets.length + index)),
      );
    return { open: sockets.length };
  },
  /** What came since the last call. */
  async received() {
    await pause(200);
    const sorted = waits.splice(0).toSorted((a, b) => a - b);
    const response = { received, p50: at(sorted, 0.5), p99: at(sorted, 0.99), worst: at(sorted, 1 - 1e-9) };
    received = 0;
    return response;
  },
});
