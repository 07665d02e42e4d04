import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../encryption.ts';

const purpose = 'atrium file keys 1';

/** A key that seals one file and nothing else. */
export const newDataKey = (): Buffer => randomBytes(32);

/** A file's key as it may be stored, bound to the file's id. */
export const wrapKey = (secret: string, fileId: string, key: Buffer): Buffer => seal(secret, purpose, fileId, key);

/** @throws Error when the secret is not the one it was wrapped with, or the row was changed */
export const unwrapKey = (secret: string, fileId: string, wrapped: Buffer): Buffer =>
  unseal(secret, purpose, fileId, wrapped);
