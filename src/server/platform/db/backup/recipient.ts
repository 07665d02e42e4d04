import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { encryptStream, decryptStream } from '../../files/encryption/encryption.ts';

/** Before the ephemeral key and the content. */
const magic = Buffer.from('ATRBACK1', 'latin1');
const publicBytes = 32;
const headBytes = magic.length + publicBytes;

/** Makes a pair of keys: the private one goes into the new file, readable by its owner only; the public one is returned. */
export function makeRecipient(file: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return rawOf(publicKey).toString('base64url');
}

/**
 * Encrypts the file `from` into the new file `to`, so that only the private key of `recipient` opens it: a person who
 * can write backups cannot read earlier ones. A pair of keys is made for each file; the key that both sides derive from
 * it and the recipient's encrypts the content in chunks.
 */
export async function encryptFor(recipient: string, from: string, to: string): Promise<void> {
  const theirs = publicFrom(Buffer.from(recipient, 'base64url'));
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const key = derive(privateKey, theirs, rawOf(publicKey), rawOf(theirs));
  await pipeline(
    async function* () {
      yield Buffer.concat([magic, rawOf(publicKey)]);
      yield* encryptStream(createReadStream(from) as AsyncIterable<Buffer>, key);
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
  );
}

/** Whether a file was made by `encryptFor`. */
export async function isEncrypted(file: string): Promise<boolean> {
  return (await headOf(file)).subarray(0, magic.length).equals(magic);
}

/**
 * Decrypts the file `from` into the new file `to` with the private key in `keyFile`.
 * @throws Error when the key is another one, or anything was changed, moved or cut off
 */
export async function decrypt(keyFile: string, from: string, to: string): Promise<void> {
  const own = privateFrom(keyFile);
  const head = await headOf(from);
  if (head.length < headBytes) throw new Error(`The backup ${from} is cut off.`);
  const ephemeral = head.subarray(magic.length);
  const key = derive(own, publicFrom(ephemeral), ephemeral, rawOf(createPublicKey(own)));
  const content = createReadStream(from, { start: headBytes }) as AsyncIterable<Buffer>;
  await pipeline(decryptStream(content, key), createWriteStream(to, { flags: 'wx', mode: 0o600 })).catch(
    (cause: unknown) => {
      throw new Error(`The backup ${from} does not open with this key, or it is damaged.`, { cause });
    },
  );
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function derive(own: KeyObject, other: KeyObject, ephemeral: Buffer, recipient: Buffer): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: other });
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), 'atrium backup 1', 32));
}

const rawOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

function publicFrom(raw: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });
}

function privateFrom(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType === 'x25519') return key;
    throw new Error('another kind of key');
  } catch (cause) {
    throw new Error(`${file} is no private key as bin/backup --new-key writes it.`, { cause });
  }
}
