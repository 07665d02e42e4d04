import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser gave us: its public key on P-256, and a secret that it shares with us alone. */
export interface Receiver {
  p256dh: Buffer;
  auth: Buffer;
}

const recordSize = 4096;
/** The largest payload of a record, next to the end mark and the tag. */
export const maxBytes = recordSize - 17;

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/**
 * Content that only the browser can read (RFC 8291), in one record of `aes128gcm` (RFC 8188).
 * @param chance the private key of this one message and its salt; given in tests alone
 */
export function encrypt(
  content: Buffer,
  { p256dh, auth }: Receiver,
  chance?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  if (content.length > maxBytes) throw new RangeError('a push message holds at most 4079 bytes');
  const own = createECDH('prime256v1');
  if (chance) own.setPrivateKey(chance.privateKey);
  else own.generateKeys();
  const salt = chance?.salt ?? randomBytes(16);
  const publicKey = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(own.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  const lastRecord = Buffer.from([2]);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([publicKey.length]),
    publicKey,
    cipher.update(content),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
