import Pusher from 'pusher-js';
import type { Message } from '#contract/support/endpoints.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { openTalk, type Line, type Talk } from '#web/support/talk/talk.ts';
import type { Wire } from './wire.ts';

/** What becomes of what a device sends, besides what its cable does. */
export interface Trouble {
  /** Whether the response to what was just stored is lost on the way back. */
  losesResponse(): boolean;
  /** Whether another tab sends the same under the same id in the same moment. */
  isDoubled(): boolean;
}

/** One tab with one conversation: the product's own `talk.ts` between a stock socket and the server's calls. */
export interface Device {
  name: string;
  talk: Talk;
  wire: Wire;
  /** As when its person returns to it. */
  look(): void;
  close(): void;
}

interface Setting {
  name: string;
  browser: Browser;
  side: 'client' | 'support';
  roomId: string;
  key: string;
  wire: Wire;
  trouble: Trouble;
}

/** While no notice can arrive, the conversation is polled. */
const pollEveryMs = 5000;

const noResponse = () => new ApiError(0, { code: 'network' });

export function openDevice({ name, browser, side, roomId, key, wire, trouble }: Setting): Device {
  const url = `http://127.0.0.1:${wire.port}`;

  async function call<T>(path: string, body?: object): Promise<T> {
    const headers = { ...headersOf(browser), 'content-type': 'application/json' };
    const response = await fetch(
      `${url}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    ).catch(() => Promise.reject(noResponse()));
    const content: unknown = await response.json().catch(() => Promise.reject(noResponse()));
    if (!response.ok) throw new ApiError(response.status, content as object);
    return content as T;
  }

  const room = `/api/chat/rooms/${roomId}`;
  const post = (body: object) => call<{ chatMessage: Message }>(`${room}/messages`, body);
  const line: Line = {
    roomId,
    page: (query) => call(`${room}/messages?${new URLSearchParams(asText(query)).toString()}`),
    async post(body) {
      if (trouble.isDoubled()) post(body).catch(() => undefined);
      const { chatMessage } = await post(body);
      if (trouble.losesResponse()) throw noResponse();
      return chatMessage;
    },
    markRead: (seq) => call(`${room}/mark-as-read`, { seq }),
    markDelivered: (seq) => call(`${room}/delivered`, { seq }),
  };

  const talk = openTalk(line, side);
  const look = () => void talk.catchUp().catch(() => undefined);
  const socket = new Pusher(key, {
    cluster: 'eu',
    wsHost: '127.0.0.1',
    wsPort: wire.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    pongTimeout: 10_000,
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, response) => {
        call<{ auth: string }>('/pusher/auth', { socket_id: socketId, channel_name: channelName }).then(
          (entry) => response(null, entry),
          (error: Error) => response(error, null),
        );
      },
    },
  });
  const leave = listen(socket, `private-chat.${roomId}`, {
    'message.new'(data) {
      const { chatMessage } = data as { chatMessage?: Message };
      if (chatMessage && side === 'client') talk.arrived(chatMessage);
      else look();
    },
    'realtime.gap': look,
    'pusher:subscription_succeeded': look,
  });
  const timer = setInterval(() => socket.connection.state === 'connected' || look(), pollEveryMs);
  look();

  return {
    name,
    talk,
    wire,
    look,
    close() {
      clearInterval(timer);
      leave();
      socket.disconnect();
      talk.close();
      wire.close();
    },
  };
}

/**
 * As `web/platform/realtime.ts` does it: the library gives a refused channel up for good, and has to be asked again.
 */
function listen(socket: Pusher, name: string, received: Record<string, (data: unknown) => void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const join = () => {
    const channel = socket.subscribe(name);
    channel.bind_global((event: string, data: unknown) => received[event]?.(data));
    channel.bind('pusher:subscription_error', () => {
      timer = setTimeout(() => {
        channel.unbind();
        socket.unsubscribe(name);
        join();
      }, 1000);
    });
  };
  join();
  return () => clearTimeout(timer);
}

const asText = (query: object) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
