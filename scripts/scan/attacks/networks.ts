import { randomBytes, randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { post, visitor, type Attack, type Ground } from './ground.ts';

/** Nets that one customer may have, with how many times the limit of one address each of them has. */
const nets = [
  { name: '/64', share: 1, next: () => within(64) },
  { name: '/56', share: 4, next: () => within(56) },
  { name: '/48', share: 16, next: () => within(48) },
  { name: 'tunnel of one IPv4 address', share: 1, next: () => tunnelled() },
] as const;
type Net = (typeof nets)[number];

/** As docs/security.md has them; not read from the code, which is what is attacked. */
const max = { guesses: 50, registrations: 20, sockets: 50 };
const hands = 16;

const byte = () => randomBytes(1).toString('hex');
const part = () => randomBytes(2).toString('hex');

/** Makes addresses of one net of documentation (RFC 3849), each another one. */
function within(bits: 64 | 56 | 48): () => string {
  const own = part();
  const fourth = { 64: () => 'a1b2', 56: () => `a1${byte()}`, 48: part }[bits];
  return () => `2001:db8:${own}:${fourth()}:${part()}:${part()}:${part()}:${part()}`;
}

/**
 * Makes addresses that the owner of one IPv4 address of documentation (RFC 5737) can make up: of 6to4 and of Teredo in
 * turn.
 */
function tunnelled(): () => string {
  const last = 1 + ((randomBytes(1)[0] ?? 0) % 254);
  const hex = (number: number) => number.toString(16).padStart(2, '0');
  let nth = 0;
  return () => {
    nth += 1;
    return nth % 2 === 0
      ? `2002:c633:64${hex(last)}:${part()}:${part()}:${part()}:${part()}:${part()}`
      : `2001:0:${part()}:${part()}:${part()}:${part()}:39cc:9b${hex(last ^ 255)}`;
  };
}

/** Calls so often, from another address of the network each time; returns how often it was allowed. */
async function flood(times: number, net: Net, request: (from: string) => Promise<boolean>): Promise<number> {
  const next = net.next();
  let [left, through] = [times, 0];
  const work = async () => {
    while (left > 0) {
      left -= 1;
      if (await request(next())) through += 1;
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
  return through;
}

/** A guess counts when the password was checked. */
const guess = (ground: Ground) => async (from: string) => {
  const body = { email: `${randomUUID()}@example.com`, password: 'seven loud harbours' };
  return (await post(ground, visitor(ground, from), '/api/login', body)).code === 'auth.credentials';
};

/** Without its fields, since the counter runs before the check of fields. */
const registration = (ground: Ground) => async (from: string) =>
  (await post(ground, visitor(ground, from), '/api/register', {})).code !== 'http.too_many';

/** Sockets stay open until the end, since those that are open are counted. */
function socket({ url }: Ground, opened: WebSocket[]) {
  const { host } = new URL(url);
  return (from: string) =>
    new Promise<boolean>((done) => {
      const line = new WebSocket(`ws://${host}/app/atrium?protocol=7`, { headers: { 'x-forwarded-for': from } });
      opened.push(line);
      line.on('message', (data: Buffer) => done(data.toString().includes('connection_established')));
      line.on('error', () => done(false));
      line.on('close', () => done(false));
    });
}

/** Guesses, registrations and sockets from one net, each from another address in it. */
export const tryNetworks: Attack = async (ground) => {
  const holes: string[] = [];
  const results: string[] = [];
  const hold = (what: keyof typeof max, { name, share }: Net, times: number, through: number) => {
    results.push(`${through} of ${times} ${what} of a ${name}`);
    if (through > max[what] * share)
      holes.push(`${through} ${what} of a ${name} are let through; ${max[what] * share} may be`);
    if (through === 0) holes.push(`no ${what} of a ${name} are let through, so nothing was tried`);
  };
  for (const net of nets) {
    const [guesses, registrations] = [Math.max(300, 56 * net.share), Math.max(30, 24 * net.share)];
    hold('guesses', net, guesses, await flood(guesses, net, guess(ground)));
    hold('registrations', net, registrations, await flood(registrations, net, registration(ground)));
    const [sockets, opened] = [60 * net.share, [] as WebSocket[]];
    hold('sockets', net, sockets, await flood(sockets, net, socket(ground, opened)));
    for (const line of opened) line.terminate();
  }
  return { tried: results.join(', '), holes };
};
