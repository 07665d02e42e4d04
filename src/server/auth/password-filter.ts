import { createHash } from 'node:crypto';

/**
 * A set of known passwords as a Bloom filter: it never misses one that was put in, and takes a few others for known. The
 * keys are SHA-1, so that the published lists of hashes of leaked passwords can be put in as they are; nothing is kept
 * secret by them.
 */
export interface PasswordFilter {
  has(password: string): boolean;
}

/** Guessing programs begin with shorter ones as well, but nobody's password is refused for holding `abc`. */
export const minWordLength = 4;

const magic = Buffer.from('atrbloom');
/** Magic, version, number of hashes, number of bits. */
const headerBytes = 16;
const version = 1;
const sizeBytes = 6;

/** One spelling for what different keyboards type as the same letters; lists are put in without capitals. */
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
      placesOf(keyOf(password), hashes, bits).every(
        (place) => ((file[headerBytes + Math.floor(place / 8)] ?? 0) & (1 << (place % 8))) !== 0,
      ),
  };
}

/**
 * An empty filter with room for so many keys.
 * @param rate how many of the passwords that are not in it are taken for known when it is full: 0.0001 for one of 10,000
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
    for (const place of placesOf(key, hashes, bits)) {
      const at = headerBytes + Math.floor(place / 8);
      file[at] = (file[at] ?? 0) | (1 << (place % 8));
    }
  };
  return { add, file };
}

/** The bits of one key: two halves of its hash make all of them (Kirsch and Mitzenmacher). */
function placesOf(key: Buffer, hashes: number, bits: number): number[] {
  const [first, second] = [key.readUIntBE(0, 6), key.readUIntBE(6, 6)];
  return Array.from({ length: hashes }, (_, turn) => (first + turn * second) % bits);
}
