import { channel } from 'node:diagnostics_channel';
import { hash, verify } from '@node-rs/argon2';
import { currentCaller } from '#server/platform/http/caller.ts';
import { networksOf } from '#server/platform/http/network-key.ts';
import { refuseUntil } from '#server/platform/refusal.ts';
import { openQueue, type Waiter } from './hash-queue.ts';
import { spelled } from './password-filter.ts';

/** The library names its algorithms in a const enum, which a module of ours cannot read. */
const argon2id = 2;

/** argon2id with 19 MiB and two passes, OWASP's first choice; about 27 ms of one core. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes under way at once: more would only wait for the cores, and take memory while they wait. */
const queue = openQueue({ atOnce: 4, waiting: 64, waitingOfOne: 12 });

/**
 * Strangers share the widest net around their address, so that nobody who has many networks takes all turns; somebody who
 * is signed in and a device that is known have a line of their own.
 */
function waiterOf(device: string | undefined): Waiter {
  const caller = currentCaller();
  if (device !== undefined) return { key: `device ${device}`, isKnown: true };
  if (!caller || caller.personId !== undefined) return { key: `person ${caller?.personId ?? ''}`, isKnown: true };
  return { key: networksOf(caller.ip).at(-1)?.key ?? '', isKnown: false };
}

/** Hears of each hash that is made or compared with: the work by whose time an answer could tell something. */
export const passwordHashes = channel('atrium:password-hash');

/** @throws Refusal `http.busy` when too many wait already */
async function inTurn<T>(work: () => Promise<T>, device?: string): Promise<T> {
  passwordHashes.publish(undefined);
  const result = await queue(waiterOf(device), work);
  if (!result) throw refuseUntil('http.busy', 2);
  return result.done;
}

/** The string to store. @throws Refusal `http.busy` */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(spelled(password), options));
}

/** What an unknown e-mail's password is compared with, so that it costs what a known one does. */
const nobody = hash('the password of nobody', options);

/**
 * Whether the password fits; without a stored hash it never does, after the same work.
 * @param device a device that the person is known to use
 * @throws Refusal `http.busy`
 */
export async function passwordFits(stored: string | undefined, password: string, device?: string): Promise<boolean> {
  const fits = await inTurn(async () => verify(stored ?? (await nobody), spelled(password)), device);
  return fits && stored !== undefined;
}

/** Whether a hash was made with other settings than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`);
}
