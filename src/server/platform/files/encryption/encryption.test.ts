import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDataKey, unwrapKey, wrapKey } from './data-key.ts';
import { encryptStream, decryptStream } from './encryption.ts';

const chunk = 64 * 1024;

async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const got: Buffer[] = [];
  for await (const part of parts) got.push(part);
  return Buffer.concat(got);
}

const encrypted = (content: Buffer, key: Buffer) => all(encryptStream(inParts(content, 10_000), key));
const opened = (content: Buffer, key: Buffer, size = 7000) => all(decryptStream(inParts(content, size), key));

test.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 5 * chunk + 17])(
  '%i bytes come back as they were',
  async (n) => {
    const key = newDataKey();
    const content = randomBytes(n);
    const stored = await encrypted(content, key);
    expect(stored.length).toBe(8 + n + 16 * Math.max(1, Math.ceil(n / chunk)));
    for (const size of [1000, chunk, 1_000_000]) expect((await opened(stored, key, size)).equals(content)).toBe(true);
  },
);

test('what is stored contains nothing of the plain bytes', async () => {
  const content = Buffer.from('a very plain sentence of a bank statement '.repeat(5000));
  const stored = await encrypted(content, newDataKey());
  expect(stored.includes('plain sentence')).toBe(false);
  expect(stored.includes('bank statement')).toBe(false);
});

test('another key opens nothing', async () => {
  const stored = await encrypted(randomBytes(100), newDataKey());
  await expect(opened(stored, newDataKey())).rejects.toThrow('unable to authenticate');
});

const content = randomBytes(3 * chunk);
const encryptedChunk = chunk + 16;
const changes: [string, (stored: Buffer) => Buffer][] = [
  ['one bit flipped', (stored) => (stored.writeUInt8(stored.readUInt8(100) ^ 1, 100), stored)],
  ['the last chunk cut off', (stored) => stored.subarray(0, 8 + 2 * encryptedChunk)],
  ['cut within a chunk', (stored) => stored.subarray(0, -1)],
  ['the first chunk cut out', (stored) => Buffer.concat([stored.subarray(0, 8), stored.subarray(8 + encryptedChunk)])],
  [
    'two chunks exchanged',
    (stored) =>
      Buffer.concat([
        stored.subarray(0, 8),
        stored.subarray(8 + encryptedChunk, 8 + 2 * encryptedChunk),
        stored.subarray(8, 8 + encryptedChunk),
        stored.subarray(8 + 2 * encryptedChunk),
      ]),
  ],
  ['a byte behind it', (stored) => Buffer.concat([stored, Buffer.alloc(1)])],
  ['another format', (stored) => (stored.writeUInt8(0, 0), stored)],
  ['nothing of it left', () => Buffer.alloc(0)],
  ['its head alone', (stored) => stored.subarray(0, 8)],
];
test.each(changes)('%s: noticed', async (_, change) => {
  const key = newDataKey();
  const stored = await encrypted(content, key);
  expect((await opened(stored, key)).equals(content)).toBe(true);
  await expect(opened(change(stored), key)).rejects.toThrow(/authenticate|cut off|format/);
});

test('a wrapped key opens with its secret, for its file, unchanged, and not otherwise', () => {
  const [secret, id, key] = ['a secret of thirty-two characters', 'file-1', newDataKey()];
  const wrapped = wrapKey(secret, id, key);
  expect(unwrapKey(secret, id, wrapped)).toEqual(key);
  expect(wrapped.includes(key)).toBe(false);
  expect(() => unwrapKey(`${secret}!`, id, wrapped)).toThrow('APP_SECRET');
  expect(() => unwrapKey(secret, 'file-2', wrapped)).toThrow('APP_SECRET');
  wrapped.writeUInt8(wrapped.readUInt8(20) ^ 1, 20);
  expect(() => unwrapKey(secret, id, wrapped)).toThrow('APP_SECRET');
});
