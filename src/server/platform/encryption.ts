import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** What is sealed; each purpose has a key of its own, so that nothing sealed for one opens as another. */
export type SealPurpose =
  | 'atrium file keys 1'
  | 'atrium authenticator secrets 1'
  | 'atrium webhook secrets 1'
  | 'atrium push keys 1'
  | 'atrium mail passwords 1'
  | 'atrium draw seeds 1'
  | 'atrium draw secrets 1';

const keyFor = (secret: string, purpose: SealPurpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/**
 * A small secret as it may be stored: nonce, content and tag under a key that follows from the installation's secret. The
 * id of the row is authenticated with it, so that no row can be given another's.
 */
export function seal(secret: string, purpose: SealPurpose, id: string, content: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(id));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the secret is not the one it was sealed with, or the row was changed */
export function unseal(secret: string, purpose: SealPurpose, id: string, sealed: Buffer): Buffer {
  return unsealer(secret, purpose)(id, sealed);
}

/** The same for many rows: the key is derived once. */
export function unsealer(secret: string, purpose: SealPurpose): (id: string, sealed: Buffer) => Buffer {
  const key = keyFor(secret, purpose);
  return (id, sealed) => {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    } catch (error) {
      throw new Error(`what was sealed for ${purpose} does not open: APP_SECRET is not the one it was kept under`, {
        cause: error,
      });
    }
  };
}
