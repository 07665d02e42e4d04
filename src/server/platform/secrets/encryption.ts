import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** What is encrypted; each purpose has a key of its own, so that data of one purpose cannot be decrypted as another. */
export type EncryptionPurpose =
  | 'atrium file keys 1'
  | 'atrium authenticator secrets 1'
  | 'atrium webhook secrets 1'
  | 'atrium push keys 1'
  | 'atrium mail passwords 1'
  | 'atrium draw seeds 1'
  | 'atrium draw secrets 1'
  | 'atrium connection secrets 1'
  | 'atrium inbox bodies 1'
  | 'atrium account keys 1';

/** By purpose and secret: to derive a key takes longer than to encrypt a small secret, and a flood of events needs many. */
const keys = new Map<string, Buffer>();

function keyFor(secret: string, purpose: EncryptionPurpose): Buffer {
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  keys.set(name, key);
  return key;
}

/**
 * A small secret as it may be stored: nonce, content and tag under a key that follows from the installation's secret. The
 * id of the row is authenticated with it, so that no row can be given another's.
 */
export function encrypt(secret: string, purpose: EncryptionPurpose, id: string, content: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce).setAAD(Buffer.from(id));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it was encrypted with another secret, or the row was changed */
export function decrypt(secret: string, purpose: EncryptionPurpose, id: string, encrypted: Buffer): Buffer {
  const nonce = encrypted.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(id)).setAuthTag(encrypted.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch (error) {
    throw new Error(`the data encrypted for ${purpose} does not open: it was encrypted under another APP_SECRET`, {
      cause: error,
    });
  }
}

/** The same content under the present secret. @throws Error when the former one does not decrypt it */
export const reEncrypt = (former: string, present: string, purpose: EncryptionPurpose, id: string, encrypted: Buffer) =>
  encrypt(present, purpose, id, decrypt(former, purpose, id, encrypted));
