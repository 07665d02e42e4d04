import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { openLog } from '#server/platform/monitoring/log.ts';
import { openMetrics } from '#server/platform/monitoring/metrics.ts';
import { memoryBus } from '#server/platform/realtime/buses/bus.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openEmbedded } from '#server/platform/realtime/embedded.ts';
import { textFrame } from '#server/platform/realtime/sockets/frame.ts';
import { answering } from './child.ts';
import { credentials, event } from './setting.ts';

/**
 * The engine (`ours`), `ws` with nothing on top (`bare`), or finished bytes on the sockets below it (`floor`), in a process of its own;
 * asked by its parent.
 */
const [kind] = process.argv.slice(2);
const server = createServer();
const notify = kind === 'ours' ? ours() : bare(kind === 'floor');

function ours(): (data: string) => void {
  const config = {
    appUrl: 'http://127.0.0.1',
    hosts: ['127.0.0.1'],
    isProxy: () => true,
    realtime: { socketsPerAddress: 50, handshakesPerAddress: 120 },
  };
  const world = {
    config,
    credentials,
    clock: systemClock,
    metrics: openMetrics(),
    log: openLog('warn'),
    bus: memoryBus,
  };
  const embedded = openEmbedded(world);
  embedded.engine.serve(server);
  return (data) => void embedded.publish({ channel: event.channel, event: event.name, data });
}

function bare(isFloor: boolean): (data: string) => void {
  const sockets = new Map<WebSocket, Socket>();
  new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false }).on(
    'connection',
    (ws, { socket }) => {
      sockets.set(ws, socket);
      ws.on('message', () => ws.send('{"event":"pusher_internal:subscription_succeeded"}'));
      ws.on('close', () => sockets.delete(ws));
      ws.send('{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1.1\\"}"}');
    },
  );
  return (data) => {
    const text = JSON.stringify({ event: event.name, channel: event.channel, data });
    const frame = textFrame(text);
    for (const [ws, socket] of sockets) {
      if (isFloor) socket.write(frame);
      else ws.send(text);
    }
  };
}

answering({
  async listen() {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port };
  },
  async usage() {
    for (let n = 0; n < 4; n++) {
      globalThis.gc?.();
      await pause(250);
    }
    return { rss: process.memoryUsage.rss() };
  },
  /** Sends `count` events, `burst` at a time, one burst every `everyMs`. */
  async notify({ count, burst, everyMs }: { count: number; burst: number; everyMs: number }) {
    const before = process.cpuUsage();
    for (let notified = 0; notified < count; notified += burst) {
      for (let n = 0; n < burst; n++)
        notify(JSON.stringify({ sentNs: String(process.hrtime.bigint()), text: event.text }));
      await pause(everyMs);
    }
    await pause(500);
    const { user, system } = process.cpuUsage(before);
    return { cpuUs: user + system };
  },
});
