import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDataKey, unwrapKey, wrapKey } from './data-key.ts';
import { seal, unseal } from './encryption.ts';

const chunk = 64 * 1024;

async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const got: Buffer[] = [];
  for await (const part of parts) got.push(part);
  return Buffer.concat(got);
}

const sealed = (content: Buffer, key: Buffer) => all(seal(inParts(content, 10_000), key));
const opened = (content: Buffer, key: Buffer, size = 7000) => all(unseal(inParts(content, size), key));

test.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 5 * chunk + 17])(
  '%i bytes come back as they were',
  async (n) => {
    const key = newDataKey();
    const content = randomBytes(n);
    const kept = await sealed(content, key);
    expect(kept.length).toBe(8 + n + 16 * Math.max(1, Math.ceil(n / chunk)));
    for (const size of [1000, chunk, 1_000_000]) expect((await opened(kept, key, size)).equals(content)).toBe(true);
  },
);

test('what is kept holds nothing of the plain bytes', async () => {
  const content = Buffer.from('a very plain sentence of a bank statement '.repeat(5000));
  const kept = await sealed(content, newDataKey());
  expect(kept.includes('plain sentence')).toBe(false);
  expect(kept.includes('bank')).toBe(false);
});

test('another key opens nothing', async () => {
  const kept = await sealed(randomBytes(100), newDataKey());
  await expect(opened(kept, newDataKey())).rejects.toThrow('unable to authenticate');
});

const content = randomBytes(3 * chunk);
const sealedChunk = chunk + 16;
const changes: [string, (kept: Buffer) => Buffer][] = [
  ['one bit flipped', (kept) => (kept.writeUInt8(kept.readUInt8(100) ^ 1, 100), kept)],
  ['the last chunk cut off', (kept) => kept.subarray(0, 8 + 2 * sealedChunk)],
  ['cut within a chunk', (kept) => kept.subarray(0, -1)],
  ['the first chunk cut out', (kept) => Buffer.concat([kept.subarray(0, 8), kept.subarray(8 + sealedChunk)])],
  [
    'two chunks exchanged',
    (kept) =>
      Buffer.concat([
        kept.subarray(0, 8),
        kept.subarray(8 + sealedChunk, 8 + 2 * sealedChunk),
        kept.subarray(8, 8 + sealedChunk),
        kept.subarray(8 + 2 * sealedChunk),
      ]),
  ],
  ['a byte behind it', (kept) => Buffer.concat([kept, Buffer.alloc(1)])],
  ['another format', (kept) => (kept.writeUInt8(0, 0), kept)],
  ['nothing of it left', () => Buffer.alloc(0)],
  ['its head alone', (kept) => kept.subarray(0, 8)],
];
test.each(changes)('%s: noticed', async (_, change) => {
  const key = newDataKey();
  const kept = await sealed(content, key);
  expect((await opened(kept, key)).equals(content)).toBe(true);
  await expect(opened(change(kept), key)).rejects.toThrow(/authenticate|cut off|format/);
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
