import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { sessionRenewal } from '#contract/kernel/constants.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { equalSecrets, sign } from '../secrets/token.ts';

/** How long a browser may take to sign a challenge. */
const challengeMs = 120_000;

/** The session, and its half that a renewal replaces. */
export interface Renewable {
  id: string;
  bindingHash: Buffer;
}

/** Reads an uncompressed point of P-256; undefined when it is none. */
export function readSessionKey(point: Buffer): KeyObject | undefined {
  if (point.length !== 65 || point[0] !== 4) return undefined;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  } catch {
    return undefined;
  }
}

/** A challenge names the half that it renews, so that its signature is void once that half was replaced. */
export function renewalChallenge({ appSecret }: Pick<Config, 'appSecret'>, clock: Clock, of: Renewable): string {
  const until = String(clock.now().getTime() + challengeMs);
  return `${until}.${sign(appSecret, 'session-renewal', macInput(of, until))}`;
}

const macInput = ({ id, bindingHash }: Renewable, until: string) =>
  `${id}\0${bindingHash.toString('base64')}\0${until}`;

/** Whether the challenge is ours, of this half of the session, and not too old. */
export function isOpenChallenge(
  { appSecret }: Pick<Config, 'appSecret'>,
  clock: Clock,
  of: Renewable,
  challenge: string,
): boolean {
  const [until = '', mac = ''] = challenge.split('.');
  const leftMs = Number(until) - clock.now().getTime();
  // One of the future was made before the clock was set back.
  if (!(leftMs > 0 && leftMs <= challengeMs)) return false;
  return equalSecrets(mac, sign(appSecret, 'session-renewal', macInput(of, until)));
}

export function isSignedBy(point: Buffer, challenge: string, signature: Buffer): boolean {
  const key = readSessionKey(point);
  return (
    key !== undefined &&
    verify('sha256', Buffer.from(sessionRenewal + challenge), { key, dsaEncoding: 'ieee-p1363' }, signature)
  );
}
