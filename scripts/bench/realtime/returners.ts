import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { answering } from './child.ts';

/** Browsers as the product's own: each asks to be let into its person's channel, and comes back a second after it was sent away. */
interface Person {
  id: string;
  token: string;
  binding: string;
}

let isIn = 0;
let refused = 0;
let requested = 0;
let allIn = () => {};
let onClientGone = () => {};

async function live(url: string, key: string, { id, token, binding }: Person, n: number): Promise<never> {
  const from = { 'x-forwarded-for': `10.2.${n >> 8}.${(n / 10) & 255}` };
  for (let times = 0; ; times++) {
    const ws = new WebSocket(`${url.replace('http', 'ws')}/app/${key}?protocol=7`, { headers: from });
    const closed = new Promise<void>((resolve) => ws.on('close', () => resolve()));
    let wasIn = false;
    ws.on('error', () => {});
    ws.on('message', (data: Buffer) => {
      const { event, data: text } = JSON.parse(data.toString()) as { event: string; data: string };
      if (event === 'pusher:connection_established') {
        const body = {
          socket_id: (JSON.parse(text) as { socket_id: string }).socket_id,
          channel_name: `private-user.${id}`,
        };
        void pause(times === 0 ? 0 : Math.random() * 1000)
          .then(() =>
            fetch(`${url}/pusher/auth`, {
              method: 'POST',
              headers: {
                ...from,
                authorization: `Bearer ${token}`,
                cookie: `session-binding=${binding}; XSRF-TOKEN=${xsrf}`,
                'x-xsrf-token': xsrf,
                'content-type': 'application/json',
              },
              body: JSON.stringify(body),
            }),
          )
          .then(async (response) => {
            if (!response.ok) refused += 1;
            const entry = (await response.json()) as object;
            ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: body.channel_name, ...entry } }));
          })
          .catch(() => (refused += 1));
      } else if (event === 'pusher_internal:subscription_succeeded') {
        wasIn = true;
        isIn += 1;
        if (isIn === requested) allIn();
      }
    });
    await closed;
    if (wasIn) {
      isIn -= 1;
      onClientGone();
    }
    await pause(1000);
  }
}

const everybodyIn = () => new Promise<void>((resolve) => (isIn === requested ? resolve() : (allIn = resolve)));
let xsrf = '';

answering({
  async open(setting: { url: string; key: string; xsrf: string; people: Person[]; each: number }) {
    ({ xsrf } = setting);
    requested = setting.people.length * setting.each;
    for (let n = 0; n < requested; n++) {
      const person = setting.people[n % setting.people.length];
      if (person) void live(setting.url, setting.key, person, n);
      if (n % 50 === 49) await pause(100);
    }
    await everybodyIn();
    return { isIn };
  },
  /** Waits until all are in again. */
  async back() {
    await new Promise<void>((resolve) => (onClientGone = resolve));
    await everybodyIn();
    return { isIn, refused };
  },
});
