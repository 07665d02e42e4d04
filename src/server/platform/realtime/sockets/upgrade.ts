import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { isCanonical } from '../../http/canonical-path.ts';
import type { Config } from '../../config/config.ts';
import { lastOf } from '../../http/forwarded.ts';
import { networksOf } from '../../http/limits/network-key.ts';
import { hostOf, isOwnHost } from '../../http/own-host.ts';
import { equalSecrets } from '../../secrets/token.ts';
import { limits } from '../limits.ts';

/** What a handshake is judged by. */
export interface Entrance {
  key: string;
  appUrl: string;
  isProxy: Config['isProxy'];
  hosts: readonly string[];
  now(): number;
  realtime: Pick<Config['realtime'], 'socketsPerAddress' | 'handshakesPerAddress'>;
  /** How many sockets a network has. */
  socketsOf(network: string): number;
  isClosed(): boolean;
  enter(ws: WebSocket, socket: Duplex, address: string): void;
  refused(reason: string): void;
}

/** Why a socket is accepted and at once closed, in the words of the protocol. */
type Objection = [code: number, reason: string];

const overCapacity: Objection = [4100, 'Over capacity: too many connections from this network'];

const statuses = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Busy',
};

/** Some are known to the library, though not yet to its types. */
const settings = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: limits.frameBytes,
  maxFragments: limits.fragments,
  maxBufferedChunks: limits.bufferedChunks,
  closeTimeout: 5000,
};

/**
 * Handles the handshakes of one server.
 * @returns the listener of its `upgrade` and a function that drops old counts
 */
export function openEntrance(hub: Entrance) {
  const server = new WebSocketServer(settings);
  const handshakes = new Map<string, { beganAt: number; hits: number }>();

  /** @returns how many handshakes of late there are with this one */
  function countHandshake(network: string): number {
    const now = hub.now();
    const window = handshakes.get(network);
    if (window && now - window.beganAt <= limits.handshakeWindowMs) {
      window.hits += 1;
      return window.hits;
    }
    handshakes.set(network, { beganAt: now, hits: 1 });
    return 1;
  }

  /**
   * How far an address is above the limits of its network and the nets around it: 1 is the limit. The widest counts
   * only what the narrower ones allow.
   */
  function haste(address: string): number {
    let max = 0;
    for (const { key, share } of networksOf(address)) {
      max = Math.max(max, countHandshake(key) / (hub.realtime.handshakesPerAddress * share));
      if (max > 1) break;
    }
    return max;
  }

  const hasTooMany = (address: string) =>
    networksOf(address).some(({ key, share }) => hub.socketsOf(key) >= hub.realtime.socketsPerAddress * share);

  function statusFor(request: IncomingMessage, path: string): keyof typeof statuses | undefined {
    if (!/^\/app\/[\w-]+$/.test(path)) return 404;
    if (!isOwnHost(request, hub)) return 421;
    if (hub.isClosed()) return 503;
    if (!isOwnOrigin(request, hub)) return 403;
    return undefined;
  }

  return {
    onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      const url = addressed(request);
      const address = addressOf(request, hub.isProxy);
      const hurry = haste(address);
      const status = hurry > limits.acceptedHandshakes ? 429 : url ? statusFor(request, url.pathname) : 400;
      if (status !== undefined || !url) {
        hub.refused(String(status));
        refuse(socket, status ?? 400);
        return;
      }
      // In the range after which clients come back on their own, later and later.
      const isOver = hurry > 1 || hasTooMany(address);
      const objection = isOver ? overCapacity : objectionTo(url, hub.key);
      if (isOver) hub.refused('4100');
      server.handleUpgrade(request, socket, head, (ws) => {
        if (!objection) return hub.enter(ws, socket, address);
        ws.on('error', () => ws.terminate());
        ws.send(JSON.stringify({ event: 'pusher:error', data: { code: objection[0], message: objection[1] } }));
        ws.close(...objection);
      });
    },
    purgeOld(): void {
      const oldest = hub.now() - limits.handshakeWindowMs;
      for (const [address, { beganAt }] of handshakes) if (beganAt < oldest) handshakes.delete(address);
    },
  };
}

function addressed({ url = '' }: IncomingMessage): URL | undefined {
  return isCanonical(url) && URL.canParse(url, 'http://any') ? new URL(url, 'http://any') : undefined;
}

function objectionTo(url: URL, key: string): Objection | undefined {
  const version = url.searchParams.get('protocol');
  if (!equalSecrets(url.pathname.slice('/app/'.length), key)) return [4001, 'Unknown application'];
  if (version === null) return [4008, 'No protocol version'];
  if (!/^\d+$/.test(version)) return [4006, 'Invalid protocol version'];
  return ['5', '6', '7'].includes(version) ? undefined : [4007, 'Unsupported protocol version'];
}

function addressOf({ headers, socket: { remoteAddress = '' } }: IncomingMessage, isProxy: Config['isProxy']): string {
  return (isProxy(remoteAddress) && lastOf(headers['x-forwarded-for'])) || remoteAddress;
}

/** The key is public: without this, any page could open a socket in the name of its visitor. */
function isOwnOrigin(request: IncomingMessage, { appUrl, isProxy }: Entrance): boolean {
  const { headers, socket } = request;
  if (headers.origin === undefined) return true;
  const protocol = (isProxy(socket.remoteAddress) && lastOf(headers['x-forwarded-proto'])) || 'http';
  return [new URL(appUrl).origin, `${protocol}://${hostOf(request, isProxy)}`].includes(headers.origin);
}

function refuse(socket: Duplex, status: keyof typeof statuses): void {
  // Otherwise a refused client could keep the connection open, and a shutdown would wait for it.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${statuses[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
