import { randomBytes } from 'node:crypto';
import { encrypt, decrypt } from '../../secrets/encryption.ts';

const purpose = 'atrium file keys 1';

/** A key that encrypts one file and nothing else. */
export const newDataKey = (): Buffer => randomBytes(32);

/** A file's key as it may be stored, bound to the file's id. */
export const wrapKey = (secret: string, fileId: string, key: Buffer): Buffer => encrypt(secret, purpose, fileId, key);

/** @throws Error when the secret is not the one it was wrapped with, or the row was changed */
export const unwrapKey = (secret: string, fileId: string, wrapped: Buffer): Buffer =>
  decrypt(secret, purpose, fileId, wrapped);
