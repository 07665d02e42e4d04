import { createHmac } from 'node:crypto';
import { signatureBy, type Signature } from '#server/platform/connections/hooks.ts';
import { equalSecrets } from '#server/platform/secrets/token.ts';

/** Seconds between the clocks of both sides. */
const tolerance = 300;

/** `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<text>">`, of a body or of a query. */
export function gatewaySignature(secret: string, seconds: number, text: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
}

/** By which of the secrets a text is signed, the newest first. */
export function checkGateway(
  secrets: readonly string[],
  given: string | undefined,
  text: string,
  now: Date,
): Signature {
  const seconds = Number(/^t=(\d{1,12}),/.exec(given ?? '')?.[1] ?? Number.NaN);
  if (given === undefined || Number.isNaN(seconds)) return 'bad_signature';
  const index = secrets.findIndex((secret) => equalSecrets(gatewaySignature(secret, seconds, text), given));
  if (index >= 0 && Math.abs(now.getTime() / 1000 - seconds) > tolerance) return 'too_old';
  return signatureBy(index);
}
