import { WebSocket } from 'ws';
import type { Session, TestServer } from './server.ts';

/** A frame as the protocol has it; `data` is read where it is JSON in a text. */
export interface LiveChannel {
  event: string;
  channel?: string;
  data: Record<string, unknown>;
  user_id?: string | number;
}

export type Socket = Awaited<ReturnType<typeof openSocket>>;

let sockets = 0;

/** A bare socket of the Pusher protocol, which sends what no stock client would. */
export async function openSocket(
  server: Pick<TestServer, 'url' | 'config'>,
  how: { query?: string; headers?: Record<string, string>; key?: string } = {},
) {
  const { key = server.config.realtime.credentials.key, query = 'protocol=7&client=test' } = how;
  sockets += 1;
  const from = `10.9.${Math.floor(sockets / 250)}.${(sockets % 250) + 1}`;
  const ws = new WebSocket(`${server.url.replace('http', 'ws')}/app/${key}?${query}`, {
    headers: { 'x-forwarded-for': from, ...how.headers },
    perMessageDeflate: true,
  });
  const received: LiveChannel[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  ws.on('message', (text: Buffer) => {
    received.push(read(text.toString()));
    for (const look of waiting) look();
  });
  ws.on('error', () => {});

  /** The first frame of this kind that is not yet used up. The error shows whether the server has closed the socket. */
  async function receive(event: string, channel?: string, withinMs = 30_000): Promise<LiveChannel> {
    let timer: NodeJS.Timeout | undefined;
    let end = '';
    void closed.then(({ code, reason }) => (end = `, closed with ${code} ${reason}`));
    return new Promise((resolve, reject) => {
      const look = () => {
        const index = received.findIndex(
          (one) => one.event === event && (channel === undefined || one.channel === channel),
        );
        const [found] = index < 0 ? [] : received.splice(index, 1);
        if (!found) return;
        waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`no ${event} among ${JSON.stringify(received)}${end}`));
      }, withinMs);
      waiting.add(look);
      look();
    });
  }

  await new Promise<void>((resolve, reject) => {
    ws.on('open', () => resolve());
    ws.on('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))));
    ws.on('error', reject);
  });
  const isIn = how.key === undefined && how.query === undefined;
  const id = isIn ? String((await receive('pusher:connection_established')).data['socket_id']) : '';
  const send = (frame: object | string) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));

  return {
    id,
    ws,
    received,
    closed,
    receive,
    send,
    subscribe: (channel: string, more: object = {}) => send({ event: 'pusher:subscribe', data: { channel, ...more } }),
    /** Whatever was on its way has come, and everything said before was answered. */
    async settled() {
      send({ event: 'pusher:ping', data: {} });
      await receive('pusher:pong');
      return received;
    },
    close: () => ws.close(),
  };
}

function read(text: string): LiveChannel {
  const frame = JSON.parse(text) as { event: string; channel?: string; data: unknown };
  const { data } = frame;
  return { ...frame, data: (typeof data === 'string' ? JSON.parse(data) : data) as Record<string, unknown> };
}

/** The sockets of one test, at a server that is there once the test runs; `end` cuts them. */
export function openSockets(serverOf: () => TestServer) {
  const all: Socket[] = [];

  async function open(how: Parameters<typeof openSocket>[1] = {}): Promise<Socket> {
    const socket = await openSocket(serverOf(), how);
    all.push(socket);
    return socket;
  }

  /** What the server signs for a person who asks for a channel with a socket. */
  const entry = (as: Session, socketId: string, channel: string) =>
    serverOf().call('POST /pusher/auth', { as, body: { socket_id: socketId, channel_name: channel }, form: true });

  return {
    all,
    open,
    entry,
    /** The status of a handshake: 101 when it led to a socket. */
    status: (how: Parameters<typeof openSocket>[1]) =>
      open(how).then(
        () => 101,
        (error: Error) => Number(error.message),
      ),
    /** A socket that is in a channel. */
    async joined(as: Session, channel: string): Promise<Socket> {
      const socket = await open();
      socket.subscribe(channel, (await entry(as, socket.id, channel)).body);
      await socket.receive('pusher_internal:subscription_succeeded', channel);
      return socket;
    },
    end() {
      for (const socket of all.splice(0)) socket.ws.terminate();
    },
  };
}
