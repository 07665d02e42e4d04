import type { Message, RealtimeTransport } from './transport.ts';
import { signedQuery, type Credentials } from './signatures.ts';

/** Where a provider takes events. */
export interface Provider extends Credentials {
  host: string;
  port: number;
  scheme: 'http' | 'https';
}

const timeoutMs = 5000;

/** Pusher, Soketi, Reverb or whoever else speaks their HTTP API. Each event is a call; what fails is published again by the outbox. */
export function openHosted(provider: Provider): RealtimeTransport {
  let isUp = true;

  async function post(path: string, content: object): Promise<void> {
    const body = JSON.stringify(content);
    const call = { method: 'POST', path: `/apps/${provider.appId}${path}`, query: {}, body };
    const query = new URLSearchParams(signedQuery(provider, call, Math.floor(Date.now() / 1000)));
    isUp = false;
    const answer = await fetch(
      `${provider.scheme}://${provider.host}:${provider.port}${call.path}?${query.toString()}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      },
    );
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the realtime provider answered ${answer.status}`);
    isUp = true;
  }

  return {
    publish: ({ channel, event, data, exceptSocketId }: Message) =>
      post('/events', {
        name: event,
        channels: [channel],
        data,
        ...(exceptSocketId === undefined ? {} : { socket_id: exceptSocketId }),
      }),
    // The protocol knows no other way to put somebody out: he is cut off, comes back, and is not admitted again.
    expel: (_, personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    terminate: (personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    // Whoever still has a session connects anew.
    readmit: (personId) => post(`/users/${encodeURIComponent(personId)}/terminate_connections`, {}),
    health: () => ({ driver: 'hosted', bus: 'none', up: isUp }),
  };
}
