import { createHmac } from 'node:crypto';
import { equalSecrets } from '#server/platform/secrets/token.ts';

/** RFC 6238 as every authenticator app reads it: HMAC-SHA-1, 30 seconds, six digits. */
const stepMs = 30_000;
const digits = 6;

/** Steps to either side that are accepted too, for inaccurate clocks (RFC 6238, 5.2). */
const drift = [-1, 0, 1];

/** The code of a time step (RFC 4226, 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / stepMs);

/** The step of a code, among those around now; undefined for none. Takes the same time for each code. */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | undefined {
  const steps = drift.map((by) => stepAt(at) + by);
  const fits = steps.map((step) => equalSecrets(codeAt(secret, step), code));
  return steps[fits.lastIndexOf(true)];
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) without padding, the form in which apps take a secret. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What an app reads from a QR code: the name of the account, and the secret. */
export function totpUri(secret: string, email: string, appName: string): string {
  const label = `${encodeURIComponent(appName)}:${encodeURIComponent(email)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(appName)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
  return `otpauth://totp/${label}?${query}`;
}
