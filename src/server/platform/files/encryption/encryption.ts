import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const magic = Buffer.from('ATRFILE1', 'latin1');
const chunkBytes = 64 * 1024;
const tagBytes = 16;

/**
 * Encrypts a stream: after eight bytes of format come chunks of 64 KiB, each encrypted and authenticated with
 * AES-256-GCM. The nonce of a chunk is its number and whether it is the last, so that a chunk cannot be changed, moved
 * or cut off unnoticed.
 * @param key 32 random bytes for this content only, which makes every nonce unique
 */
export async function* encryptStream(content: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  yield magic;
  let number = 0;
  for await (const { piece, isLast } of inPieces(content, chunkBytes)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(number++, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Returns the content, chunk by chunk, each only when it is authentic.
 * @throws Error when the key is another, or anything was changed or cut off
 */
export async function* decryptStream(encrypted: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, isLast } of inPieces(withoutMagic(encrypted), chunkBytes + tagBytes)) {
    if (piece.length < tagBytes) throw new Error('a stored file is cut off');
    const body = piece.subarray(0, -tagBytes);
    const decipher = createDecipheriv(algorithm, key, nonceOf(number++, isLast), { authTagLength: tagBytes });
    decipher.setAuthTag(piece.subarray(-tagBytes));
    yield Buffer.concat([decipher.update(body), decipher.final()]);
  }
}

/** Twelve bytes: the chunk's number, and 1 at the end for the last. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

async function* withoutMagic(encrypted: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  for await (const part of encrypted) {
    if (head.length >= magic.length) {
      yield part;
      continue;
    }
    head = Buffer.concat([head, part]);
    if (head.length < magic.length) continue;
    if (!head.subarray(0, magic.length).equals(magic)) throw new Error('a stored file has an unknown format');
    yield head.subarray(magic.length);
  }
  if (head.length < magic.length) throw new Error('a stored file is cut off');
}

/** Cuts a stream into pieces of one size. There is always a last one, of that size or less. */
async function* inPieces(
  content: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0);
  for await (const part of content) {
    held = held.length === 0 ? part : Buffer.concat([held, part]);
    let at = 0;
    for (; held.length - at > size; at += size) yield { piece: held.subarray(at, at + size), isLast: false };
    held = held.subarray(at);
  }
  yield { piece: held, isLast: true };
}
