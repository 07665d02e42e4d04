import type { Message, RealtimeTransport } from './transport.ts';
import { signedQuery, type Credentials } from './signatures.ts';

/** Where a provider takes events. */
export interface Provider extends Credentials {
  host: string;
  port: number;
  scheme: 'http' | 'https';
}

const timeoutMs = 5000;
/** How often at most the provider is asked whether a channel has subscribers. */
const pollEveryMs = 10_000;

/**
 * Pusher, Soketi, Reverb or any other server with their HTTP API. Each event is a call; what fails is published again
 * by the outbox.
 */
export function openHosted(provider: Provider): RealtimeTransport {
  let isUp = true;
  const occupied = new Map<string, { requestedAt: number; response: Promise<boolean> }>();

  /** @throws Error when it responds with anything but success */
  async function callProvider(method: 'GET' | 'POST', path: string, body: string): Promise<unknown> {
    const call = { method, path: `/apps/${provider.appId}${path}`, query: {}, body };
    const query = new URLSearchParams(signedQuery(provider, call, Math.floor(Date.now() / 1000)));
    const response = await fetch(
      `${provider.scheme}://${provider.host}:${provider.port}${call.path}?${query.toString()}`,
      {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body } : {}),
      },
    );
    if (response.ok && method === 'GET') return response.json();
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the realtime provider answered ${response.status}`);
    return undefined;
  }

  async function post(path: string, content: object): Promise<void> {
    isUp = false;
    await callProvider('POST', path, JSON.stringify(content));
    isUp = true;
  }

  /** A message without subscribers costs money all the same. */
  function isOccupied(channel: string): Promise<boolean> {
    const known = occupied.get(channel);
    if (known && performance.now() - known.requestedAt < pollEveryMs) return known.response;
    const response = callProvider('GET', `/channels/${encodeURIComponent(channel)}`, '').then(
      (text) => (text as { occupied?: unknown } | null)?.occupied === true,
      () => false,
    );
    occupied.set(channel, { requestedAt: performance.now(), response });
    return response;
  }

  return {
    publish: ({ channel, event, data, exceptSocketId }: Message) =>
      post('/events', {
        name: event,
        channels: [channel],
        data,
        ...(exceptSocketId === undefined ? {} : { socket_id: exceptSocketId }),
      }),
    echo(channel, event, data) {
      void isOccupied(channel).then(async (listens) => {
        if (!listens) return;
        const content = JSON.stringify({ name: event, channels: [channel], data: data() });
        await callProvider('POST', '/events', content).catch(() => undefined);
      });
    },
    // The protocol has no other way to remove a person: they are disconnected, come back, and are not admitted again.
    expel: (_, personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    terminate: (personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    // A client that still has a session connects again.
    readmit: (personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    health: () => ({ driver: 'hosted', bus: 'none', up: isUp }),
  };
}
