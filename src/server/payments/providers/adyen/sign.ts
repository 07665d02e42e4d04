import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Item } from './shapes.ts';

/** What a key of Adyen looks like: 32 bytes. Zeros stand in for one that is not known yet, and sign nothing. */
export const hmacKey = /^(?!0+$)[0-9A-Fa-f]{64}$/;

/** The parts of an item that are signed, and on which alone anything is decided. */
export const signedText = (item: Item): string =>
  [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount?.value ?? '',
    item.amount?.currency ?? '',
    item.eventCode,
    item.success,
  ].join(':');

/** @returns which of the keys has signed it, or -1 */
export const signingKey = (item: Item, keys: readonly string[]): number =>
  keyOfSignature(signedText(item), item.additionalData?.['hmacSignature'], keys);

/**
 * @param signature in base64
 * @returns which of the keys has signed a text or a whole body, or -1
 */
export function keyOfSignature(
  content: string | Buffer,
  signature: string | undefined,
  keys: readonly string[],
): number {
  const given = Buffer.from(signature ?? '', 'base64');
  return keys.findIndex((key) => {
    if (!hmacKey.test(key)) return false;
    const expected = createHmac('sha256', Buffer.from(key, 'hex')).update(content).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
