import type { Message, RealtimeTransport } from './transport.ts';
import { signedQuery, type Credentials } from './signatures.ts';

/** Where a provider takes events. */
export interface Provider extends Credentials {
  host: string;
  port: number;
  scheme: 'http' | 'https';
}

const timeoutMs = 5000;
/** Whether somebody listens to a channel is asked at most so often. */
const askEveryMs = 10_000;

/** Pusher, Soketi, Reverb or whoever else speaks their HTTP API. Each event is a call; what fails is published again by the outbox. */
export function openHosted(provider: Provider): RealtimeTransport {
  let isUp = true;
  const occupied = new Map<string, { askedAt: number; answer: Promise<boolean> }>();

  /** @throws Error when it answers with anything but success */
  async function callProvider(method: 'GET' | 'POST', path: string, body: string): Promise<unknown> {
    const call = { method, path: `/apps/${provider.appId}${path}`, query: {}, body };
    const query = new URLSearchParams(signedQuery(provider, call, Math.floor(Date.now() / 1000)));
    const answer = await fetch(
      `${provider.scheme}://${provider.host}:${provider.port}${call.path}?${query.toString()}`,
      {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body } : {}),
      },
    );
    if (answer.ok && method === 'GET') return answer.json();
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the realtime provider answered ${answer.status}`);
    return undefined;
  }

  async function post(path: string, content: object): Promise<void> {
    isUp = false;
    await callProvider('POST', path, JSON.stringify(content));
    isUp = true;
  }

  /** What is said to nobody costs money all the same. */
  function isOccupied(channel: string): Promise<boolean> {
    const known = occupied.get(channel);
    if (known && performance.now() - known.askedAt < askEveryMs) return known.answer;
    const answer = callProvider('GET', `/channels/${encodeURIComponent(channel)}`, '').then(
      (said) => (said as { occupied?: unknown } | null)?.occupied === true,
      () => false,
    );
    occupied.set(channel, { askedAt: performance.now(), answer });
    return answer;
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
    // The protocol knows no other way to put somebody out: he is cut off, comes back, and is not admitted again.
    expel: (_, personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    terminate: (personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    // Whoever still has a session connects anew.
    readmit: (personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    health: () => ({ driver: 'hosted', bus: 'none', up: isUp }),
  };
}
