import { createHash } from 'node:crypto';

/**
 * A set of known passwords as a Bloom filter: it never misses one that was added, and takes a few others for known. The
 * keys are SHA-1, so the published lists of hashes of leaked passwords can be added as they are; the hash protects no
 * secret.
 */
export interface PasswordFilter {
  has(password: string): boolean;
}

/** Cracking programs try shorter words as well, but a password is not refused for containing `abc`. */
export const minWordLength = 4;

const magic = Buffer.from('atrbloom');
/** Magic, version, number of hashes, number of bits. */
const headerBytes = 16;
const version = 1;
const sizeBytes = 6;

/** One spelling for what different keyboards type as the same characters; lists are added without capitals. */
export const spelled = (password: string) => password.normalize('NFKC');

export const keyOf = (password: string): Buffer => createHash('sha1').update(password).digest();

/** @throws Error when the bytes are no such filter, or not all of it */
export function readFilter(file: Buffer): PasswordFilter {
  const isOurs = file.subarray(0, magic.length).equals(magic) && file[magic.length] === version;
  if (!isOurs || file.length < headerBytes) throw new Error('is no password filter of this version');
  const hashes = file.readUInt8(magic.length + 1);
  const bits = file.readUIntBE(headerBytes - sizeBytes, sizeBytes);
  if (bits === 0 || file.length !== headerBytes + Math.ceil(bits / 8))
    throw new Error('is not a whole password filter');
  return {
    has: (password) =>
      bitsOf(keyOf(password), hashes, bits).every(
        (index) => ((file[headerBytes + Math.floor(index / 8)] ?? 0) & (1 << (index % 8))) !== 0,
      ),
  };
}

/**
 * An empty filter for this many keys.
 * @param rate the share of false positives when it is full: 0.0001 for one of 10,000
 */
export function newFilter(keys: number, rate: number): { add(key: Buffer): void; file: Buffer } {
  const bits = Math.max(8, Math.ceil((-keys * Math.log(rate)) / Math.LN2 ** 2));
  const hashes = Math.max(1, Math.round((bits / keys) * Math.LN2));
  const file = Buffer.alloc(headerBytes + Math.ceil(bits / 8));
  magic.copy(file);
  file.writeUInt8(version, magic.length);
  file.writeUInt8(hashes, magic.length + 1);
  file.writeUIntBE(bits, headerBytes - sizeBytes, sizeBytes);
  const add = (key: Buffer) => {
    for (const index of bitsOf(key, hashes, bits)) {
      const at = headerBytes + Math.floor(index / 8);
      file[at] = (file[at] ?? 0) | (1 << (index % 8));
    }
  };
  return { add, file };
}

/** The bits of one key: two halves of its hash give all of them (Kirsch and Mitzenmacher). */
function bitsOf(key: Buffer, hashes: number, bits: number): number[] {
  const [first, second] = [key.readUIntBE(0, 6), key.readUIntBE(6, 6)];
  return Array.from({ length: hashes }, (_, turn) => (first + turn * second) % bits);
}
