import { createRequire } from 'node:module';
import type { hash as realHash, Options, verify as realVerify } from '@node-rs/argon2';

/**
 * argon2 for tests, in place of the library: strings of the same form for a hundredth of the work. A run hashes
 * thousands of passwords, each for up to 27 ms of one core in the product.
 */
const real = createRequire(import.meta.url)('@node-rs/argon2') as { hash: typeof realHash; verify: typeof realVerify };

const quick = 'm=64,t=1,p=1';
const costs = /m=\d+,t=\d+,p=\d+/;

/** Says the costs that were ordered, as the program reads them to find outdated hashes. */
export async function hash(password: string, options: Options): Promise<string> {
  const made = await real.hash(password, { ...options, memoryCost: 64, timeCost: 1, parallelism: 1 });
  return made.replace(costs, `m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}`);
}

export const verify = (hashed: string, password: string): Promise<boolean> =>
  real.verify(hashed.replace(costs, quick), password);
