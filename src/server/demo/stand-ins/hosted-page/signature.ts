import { createHmac, timingSafeEqual } from 'node:crypto';

const sign = (secret: string, seconds: number, text: string) =>
  createHmac('sha256', secret).update(`${seconds}.${text}`).digest();

/** As docs/connections/hosted-page.md has it. */
export const signatureOf = (secret: string, seconds: number, text: string): string =>
  `t=${seconds},v1=${sign(secret, seconds, text).toString('hex')}`;

/** What is wrong with a signature by any of these secrets; null for a right one. */
export function faultOfSignature(
  secrets: readonly string[],
  given: string,
  text: string,
  clocks: readonly number[],
): 'secret' | 'age' | null {
  const [, time = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(given) ?? [];
  const mac = Buffer.from(hex, 'hex');
  if (mac.length !== 32 || !secrets.some((secret) => timingSafeEqual(sign(secret, Number(time), text), mac)))
    return 'secret';
  return clocks.some((now) => Math.abs(now - Number(time)) <= 300) ? null : 'age';
}
