import { hash, verify } from '@node-rs/argon2';
import { refuseUntil } from '#server/platform/refusal.ts';

/** The library names its algorithms in a const enum, which a module of ours cannot read. */
const argon2id = 2;

/** argon2id with 19 MiB and two passes, OWASP's first choice; about 27 ms of one core. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes under way at once. More would only wait for the cores, and take memory while they wait. */
const mostAtOnce = 4;
const mostWaiting = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws Refusal `http.busy` when too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < mostAtOnce) running++;
  else if (waiting.length >= mostWaiting) throw refuseUntil('http.busy', 2);
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    // The next in line takes over this place, so that a newcomer cannot slip in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** One spelling for what different keyboards type as the same letters. */
const spelled = (password: string) => password.normalize('NFKC');

/** The string to store. @throws Refusal `http.busy` */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(spelled(password), options));
}

/** What an unknown e-mail's password is compared with, so that it costs what a known one does. */
const nobody = hash('the password of nobody', options);

/** Whether the password fits; without a stored hash it never does, after the same work. @throws Refusal `http.busy` */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(async () => verify(stored ?? (await nobody), spelled(password)));
  return fits && stored !== undefined;
}

/** Whether a hash was made with other settings than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`);
}
