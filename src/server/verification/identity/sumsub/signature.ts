import { createHmac } from 'node:crypto';
import { equalSecrets } from '#server/platform/secrets/token.ts';

/** What Sumsub signs and expects to be signed: hex HMAC-SHA256 of seconds, method, path with query, and body. */
export const signRequest = (
  secret: string,
  { seconds, method, path, body }: { seconds: number; method: string; path: string; body: string },
): string => createHmac('sha256', secret).update(`${seconds}${method}${path}${body}`).digest('hex');

/** Sumsub also offers SHA-1, which is not accepted. */
const hashOf = { HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' } as const;
export type Digest = keyof typeof hashOf;
export const digests = Object.keys(hashOf) as [Digest, ...Digest[]];

/** Whether an event is signed by this secret with the algorithm that was agreed: its sender chooses none. */
export const isSignedEvent = (
  secret: string,
  digest: Digest,
  { headers, raw }: { headers: Readonly<Record<string, string>>; raw: Buffer },
): boolean =>
  headers['x-payload-digest-alg'] === digest &&
  equalSecrets(createHmac(hashOf[digest], secret).update(raw).digest('hex'), headers['x-payload-digest'] ?? '');
