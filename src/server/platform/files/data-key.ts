import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A key that seals one file and nothing else. */
export const newDataKey = (): Buffer => randomBytes(32);

const keyOfKeys = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'atrium file keys 1', 32));

/**
 * A file's key as it may be stored: nonce, key and tag under a key that follows from the installation's secret. The
 * file's id is authenticated with it, so that no row can be given another's key.
 */
export function wrapKey(secret: string, fileId: string, key: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOfKeys(secret), nonce).setAAD(Buffer.from(fileId));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the secret is not the one it was wrapped with, or the row was changed */
export function unwrapKey(secret: string, fileId: string, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, keyOfKeys(secret), wrapped.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(fileId)).setAuthTag(wrapped.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch (error) {
    throw new Error('the key of a file does not open: APP_SECRET is not the one it was kept under', { cause: error });
  }
}
