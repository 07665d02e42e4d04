import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, type Sql } from '../db/sql.ts';

/** The secrets of the installation. During a rotation the former one still opens what was stored under it. */
export interface Secrets {
  appSecret: string;
  formerSecret?: string | undefined;
}

/** What a bearer secret opens. Each purpose has hashes of its own, so that a hash copied to another table opens nothing. */
export type TokenPurpose =
  | 'session'
  | 'session binding'
  | 'one-time link'
  | 'email change'
  | 'phone code'
  | 'payment destination'
  | 'set-up link'
  | 'sign-in challenge'
  | 'passkey attempt'
  | 'known device'
  | 'staff sign-in state'
  | 'staff sign-in browser'
  | 'operator key'
  | 'calendar feed'
  | 'platform sign-in'
  | 'terminal session'
  | 'terminal binding';

/** What a key is derived for: the stored hash of a bearer secret, or the MAC of a row. */
type KeyUse = 'atrium bearer secrets 1' | 'atrium row macs 1';

const derived = new Map<string, Buffer>();

/** HKDF-SHA-256 of the installation's secret. Cached: deriving costs more than the HMAC that follows. */
function keyFor(secret: string, use: KeyUse): Buffer {
  const name = `${use}\0${secret}`;
  const known = derived.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  derived.set(name, key);
  return key;
}

/** A bearer secret that is shown once: 32 random bytes in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * The form in which a bearer secret is stored. It is keyed, so that a row inserted by an attacker who can write to the
 * database but does not know APP_SECRET gives no access.
 */
export function hashToken(secrets: Secrets, purpose: TokenPurpose, token: string): Buffer {
  return keyedHash(secrets.appSecret, purpose, sha256(token));
}

/** The present secret, and the former one while there is one. */
const accepted = ({ appSecret, formerSecret }: Secrets): string[] =>
  formerSecret === undefined ? [appSecret] : [appSecret, formerSecret];

/** The forms in which a bearer secret may be stored, under each accepted secret. */
export function hashesOf(secrets: Secrets, purpose: TokenPurpose, token: string): Buffer[] {
  const plain = sha256(token);
  return accepted(secrets).map((secret) => keyedHash(secret, purpose, plain));
}

/** The right side of a comparison with a stored hash. */
export const anyHashOf = (secrets: Secrets, purpose: TokenPurpose, token: string): Sql =>
  sql`any(${hashesOf(secrets, purpose, token)}::bytea[])`;

/** Over the SHA-256, in which versions before this one stored a secret: so their rows can be brought up to date. */
export function keyedHash(secret: string, purpose: TokenPurpose, plain: Buffer): Buffer {
  return createHmac('sha256', keyFor(secret, 'atrium bearer secrets 1')).update(`${purpose}\0`).update(plain).digest();
}

/** The MAC of a row of a table. The table is part of it, so that no MAC serves two. */
export function macOf(secret: string, table: string, content: string): Buffer {
  return createHmac('sha256', keyFor(secret, 'atrium row macs 1')).update(`${table}\0`).update(content).digest();
}

/** Whether this is the MAC of the row, under the present secret or, during a rotation, the former one. */
export function isMacOf(secrets: Secrets, table: string, content: string, mac: Buffer | null): boolean {
  if (mac === null) return false;
  return accepted(secrets).some((secret) => {
    const right = macOf(secret, table, content);
    return right.length === mac.length && timingSafeEqual(right, mac);
  });
}

/** SHA-256, for what is no secret: keys of counters, and contents that are compared. */
export function sha256(content: string | Uint8Array): Buffer {
  return hash('sha256', content, 'buffer');
}

/** HMAC-SHA256 in base64url, keyed with the installation's secret and a purpose so that no signature serves two. */
export function sign(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url');
}

/** Whether `sign` made it, under the present secret or, during a rotation, the former one. */
export const isSignature = (secrets: Secrets, purpose: string, value: string, signature: string): boolean =>
  accepted(secrets).some((secret) => equalSecrets(signature, sign(secret, purpose, value)));

/** Compares in constant time, also when the lengths differ. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
