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
  if (waiting.length >= mostWaiting) throw refuseUntil('http.busy', 2);
  if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options));

/** What an unknown e-mail's password is compared with, so that it costs what a known one does. */
const nobody = hash('the password of nobody', options);

/** Whether the password fits; without a stored hash it never does, after the same work. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(async () => verify(stored ?? (await nobody), password));
  return fits && stored !== undefined;
}

/** Whether a hash was made with weaker settings than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`);
}
