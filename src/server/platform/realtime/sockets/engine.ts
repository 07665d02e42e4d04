import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../monitoring/log.ts';
import type { Metrics } from '../../monitoring/metrics.ts';
import { showSessionAgain } from '#contract/kernel/constants.ts';
import { networksOf } from '../../http/limits/network-key.ts';
import { openChannels, type Channel } from './channels.ts';
import { isOpen, newConnection, type Connection } from './connection.ts';
import { textFrame } from './frame.ts';
import { answerFrame, type SubscriptionContext } from './subscription.ts';
import { limits } from '../limits.ts';
import { frameText, type Outbound } from '../protocol.ts';
import type { Credentials } from '../signatures.ts';
import { openEntrance } from './upgrade.ts';
import { openWriter } from './writer.ts';

/** The dependencies of an engine. */
export interface Surroundings {
  config: Pick<Config, 'appUrl' | 'hosts' | 'isProxy'> & {
    realtime: Pick<Config['realtime'], 'socketsPerAddress' | 'handshakesPerAddress'>;
  };
  credentials: Credentials;
  /** The product's, by which sessions end. */
  clock: Clock;
  log: Pick<Log, 'warn'>;
  metrics: Metrics;
  /** What one of our browsers sent to the others; the engine has delivered it to those of this instance. */
  whispered(message: Outbound): void;
  occupied(channel: string): void;
  vacated(channel: string): void;
  /** Whether clients may connect yet; the default is always. */
  admits?: () => boolean;
  /** Milliseconds that only go forward. */
  now?: () => number;
  /** What is said of a channel to those who join it. */
  recent?: (channel: string) => object | undefined;
}

/** The sockets of this instance, and what is sent to them. */
export interface Engine {
  serve(server: Server): void;
  /** To all of a channel, on this instance. A `seq` that is not above the last one was sent already. */
  publish(message: Outbound, how?: { exceptSocketId?: string | undefined; seq?: number | undefined }): void;
  channel(name: string): Channel | undefined;
  channelNames(): string[];
  /** Removes a person from a channel for as long as their sockets live. */
  expel(channel: string, personId: string): void;
  /** Closes all sockets of a person for good. */
  terminate(personId: string): void;
  /** Disconnects all sockets of a person, to come back in a second. */
  readmit(personId: string): void;
  size(): number;
  /**
   * Handles silent sockets, and those whose session must be shown again; called by a timer of its own while it serves.
   */
  sweep(): void;
  /** Disconnects all clients, some at a time, so that not all come back in the same moment. */
  stop(): Promise<void>;
}

const pauseMs = 250;
const slices = 20;
const minSlice = 50;

export function openEngine(world: Surroundings): Engine {
  const { metrics, log, clock, admits = () => true, now = () => performance.now() } = world;
  const connections = new Map<string, Connection>();
  const people = new Map<string, Set<Connection>>();
  const networks = new Map<string, number>();
  const barred = new WeakMap<Connection, Set<string>>();
  const channels = openChannels(world);
  let sweeper: NodeJS.Timeout | undefined;
  let isClosed = false;

  const writer = openWriter((connection) => {
    metrics.realtimeRefusals.inc({ reason: 'slow_reader' });
    // A close frame would only join the backlog that the client does not read.
    drop(connection);
    connection.ws.terminate();
  });

  const entrance = openEntrance({
    key: world.credentials.key,
    ...world.config,
    now,
    socketsOf: (network) => networks.get(network) ?? 0,
    isClosed: () => isClosed || !admits(),
    enter,
    refused: (reason) => metrics.realtimeRefusals.inc({ reason }),
  });

  const sendTo = (connection: Connection, text: string) => writer.write(connection, textFrame(text));

  function toAll(channel: string, text: string, exceptId?: string): void {
    const listening = channels.get(channel)?.connections;
    if (!listening) return;
    const frame = textFrame(text);
    for (const connection of listening) if (connection.id !== exceptId) writer.write(connection, frame);
  }

  function leave(connection: Connection, channel: string): void {
    const gone = channels.leave(channel, connection);
    if (gone) toAll(channel, frameText.left(channel, gone.user_id));
  }

  /** Drops a connection with all its state, at once. */
  function drop(connection: Connection): void {
    if (!connections.delete(connection.id)) return;
    for (const channel of connection.channels) leave(connection, channel);
    remove(people, connection.personId, connection);
    for (const { key } of networksOf(connection.address)) {
      const left = (networks.get(key) ?? 1) - 1;
      if (left > 0) networks.set(key, left);
      else networks.delete(key);
    }
    metrics.realtimeSockets.dec();
  }

  function close(connection: Connection, code: number, reason: string): void {
    if (code !== 4100 || !isClosed) metrics.realtimeRefusals.inc({ reason: String(code) });
    writer.flush(connection);
    drop(connection);
    connection.ws.close(code, reason);
  }

  const hub: SubscriptionContext = {
    credentials: world.credentials,
    channels,
    now,
    clock,
    recent: world.recent ?? (() => undefined),
    claim(connection, personId) {
      if (connection.personId !== undefined) return connection.personId === personId;
      const own = people.get(personId) ?? new Set();
      if (own.size >= limits.socketsPerPerson) return false;
      people.set(personId, own.add(connection));
      connection.personId = personId;
      return true;
    },
    isBarred: (connection, channel) => barred.get(connection)?.has(channel) ?? false,
    send: sendTo,
    publish: (channel, text, except) => toAll(channel, text, except.id),
    whispered(message, from) {
      toAll(message.channel, frameText.frameOf(message), from.id);
      world.whispered(message);
    },
    leave,
    close,
  };

  function enter(ws: WebSocket, socket: Duplex, address: string): void {
    const connection = newConnection(ws, socket, address, now());
    connections.set(connection.id, connection);
    for (const { key } of networksOf(address)) networks.set(key, (networks.get(key) ?? 0) + 1);
    metrics.realtimeSockets.inc();
    ws.on('message', (data, isBinary) => listen(connection, data, isBinary));
    ws.on('close', () => drop(connection));
    // Frames that break the protocol end here; ws then closes with the right code.
    ws.on('error', () => drop(connection));
    sendTo(connection, frameText.established(connection.id));
  }

  /** A bad frame harms at most its sender. */
  function listen(connection: Connection, data: RawData, isBinary: boolean): void {
    try {
      answerFrame(hub, connection, isBinary || !Buffer.isBuffer(data) ? undefined : data.toString());
    } catch (error) {
      log.warn({ err: error }, 'a frame could not be answered');
      close(connection, 4200, 'Invalid message format');
    }
  }

  function sweep(): void {
    const time = clock.now().getTime();
    for (const connection of connections.values()) {
      const silentMs = now() - connection.receivedAt;
      // A code after which clients come back at once, and show their session again.
      if (connection.until <= time) close(connection, showSessionAgain, 'The session must be presented again');
      else if (silentMs > limits.giveUpAfterMs) close(connection, 4201, 'Pong reply not received');
      else if (silentMs > limits.pingAfterMs && !connection.wasRequested) {
        connection.wasRequested = true;
        sendTo(connection, frameText.ping());
      }
    }
    entrance.purgeOld();
  }

  return {
    serve(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
        entrance.onUpgrade(request, socket, head),
      );
      sweeper = setInterval(sweep, limits.sweepMs).unref();
    },
    publish(message, { exceptSocketId, seq } = {}) {
      const channel = channels.get(message.channel);
      if (!channel) return;
      if (seq !== undefined && seq <= channel.lastSeq) return;
      if (seq !== undefined) channel.lastSeq = seq;
      toAll(message.channel, frameText.frameOf(message), exceptSocketId);
    },
    channel: channels.get,
    channelNames: channels.names,
    expel(channel, personId) {
      for (const connection of people.get(personId) ?? []) {
        if (!connection.channels.has(channel)) continue;
        barred.set(connection, (barred.get(connection) ?? new Set()).add(channel));
        leave(connection, channel);
        sendTo(connection, frameText.refused(channel, 403, 'no longer allowed'));
      }
    },
    terminate(personId) {
      for (const connection of connections.values()) {
        if (connection.personId !== personId && connection.userId !== personId) continue;
        sendTo(connection, frameText.error(4009, 'You got disconnected by the app.'));
        close(connection, 4009, 'You got disconnected by the app.');
      }
    },
    readmit(personId) {
      for (const connection of people.get(personId) ?? []) close(connection, 4100, 'A session has ended');
    },
    size: () => connections.size,
    sweep,
    async stop() {
      isClosed = true;
      clearInterval(sweeper);
      const all = [...connections.values()].filter(isOpen);
      const size = Math.max(minSlice, Math.ceil(all.length / slices));
      for (let index = 0; index < all.length; index += size) {
        if (index > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        for (const connection of all.slice(index, index + size)) close(connection, 4100, 'The server restarts');
      }
    },
  };
}

function remove(from: Map<string, Set<Connection>>, key: string | undefined, connection: Connection): void {
  if (key === undefined) return;
  const own = from.get(key);
  own?.delete(connection);
  if (own?.size === 0) from.delete(key);
}
