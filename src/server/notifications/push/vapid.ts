import { createPrivateKey, sign } from 'node:crypto';

export interface VapidKeys {
  /** The point on P-256, uncompressed. */
  publicKey: Buffer;
  privateKey: Buffer;
}

/** Push services refuse more than a day. */
const validS = 12 * 3600;

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Identifies the sender to a push service (RFC 8292).
 * @param contact where its operator may reach us: `mailto:` or `https:`
 * @param now the real time: the service compares it with its own clock
 */
export function authorization(keys: VapidKeys, endpoint: string, contact: string, now: Date): string {
  const { publicKey, privateKey } = keys;
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now.getTime() / 1000) + validS, sub: contact };
  const content = `${json({ typ: 'JWT', alg: 'ES256' })}.${json(claims)}`;
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
      d: privateKey.toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${content}.${signature}, k=${publicKey.toString('base64url')}`;
}
