import { randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { hash, verify } from '@node-rs/argon2';
import { currentCaller } from '#server/platform/http/caller.ts';
import { networksOf } from '#server/platform/http/limits/network-key.ts';
import { refuseUntil } from '#server/platform/refusal.ts';
import { openQueue, type Waiter } from './passwords/hash-queue.ts';
import { spelled } from './passwords/filter.ts';

/** The library names its algorithms in a const enum, which our modules cannot read. */
const argon2id = 2;

/** argon2id with 19 MiB and two passes, OWASP's first choice; about 27 ms of one core. */
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrent hashes: more would only wait for the cores, and take memory while they wait. */
const queue = openQueue({ atOnce: 4, waiting: 64, waitingOfOne: 12 });

/**
 * Strangers share a line per widest network around their address, so a person with many networks cannot take all turns;
 * a signed-in person and a known device have their own line.
 */
function waiterOf(device: string | undefined): Waiter {
  const caller = currentCaller();
  if (device !== undefined) return { key: `device ${device}`, isKnown: true };
  if (!caller || caller.personId !== undefined) return { key: `person ${caller?.personId ?? ''}`, isKnown: true };
  return { key: networksOf(caller.ip).at(-1)?.key ?? '', isKnown: false };
}

/** Publishes each hash that is made or compared, because the time of this work could reveal something. */
export const passwordHashes = channel('atrium:password-hash');

/** @throws Refusal `http.busy` when the queue is full */
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

/** A password that no person and no program knows: the way in is an invitation. @throws Refusal `http.busy` */
export const unusablePassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64'));

/** The hash that the password of an unknown email is compared with, so that it costs the same as for a known one. */
const unknownHash = hash('the password of nobody', options);

/**
 * Whether the password is right; without a stored hash it never is, after the same work.
 * @param device a device that the person is known to use
 * @throws Refusal `http.busy`
 */
export async function passwordFits(stored: string | undefined, password: string, device?: string): Promise<boolean> {
  const fits = await inTurn(async () => verify(stored ?? (await unknownHash), spelled(password)), device);
  return fits && stored !== undefined;
}

/** Whether a hash was made with other settings than the present ones. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`);
}
