import { createHmac } from 'node:crypto';
import { equalSecrets } from '../secrets/token.ts';
import { signatureBy, type Signature } from './hooks.ts';

/** Seconds between the clocks of both sides. */
const tolerance = 300;

/** `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<text>">`, of a body as sent or of a query. */
export function wireSignature(secret: string, seconds: number, text: string | Buffer): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(text).digest('hex')}`;
}

/** By which of the secrets a text is signed, the newest first. */
export function checkWireSignature(
  secrets: readonly string[],
  given: string | undefined,
  text: string | Buffer,
  now: Date,
): Signature {
  const seconds = Number(/^t=(\d{1,12}),/.exec(given ?? '')?.[1] ?? Number.NaN);
  if (given === undefined || Number.isNaN(seconds)) return 'bad_signature';
  const index = secrets.findIndex((secret) => equalSecrets(wireSignature(secret, seconds, text), given));
  if (index >= 0 && Math.abs(now.getTime() / 1000 - seconds) > tolerance) return 'too_old';
  return signatureBy(index);
}
