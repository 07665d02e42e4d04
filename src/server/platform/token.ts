import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A secret that is handed out once: 32 random bytes in base64url, and the SHA-256 under which it is stored. A plain
 * hash is enough for a value that nobody can guess; slow hashes are for passwords.
 */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** HMAC-SHA256 in base64url, keyed with the installation's secret and a purpose so that no signature serves two. */
export function sign(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url');
}

/** Compares in constant time, also when the lengths differ. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b));
}
