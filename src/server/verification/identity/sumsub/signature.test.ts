import { expect, it } from 'vitest';
import { isSignedEvent, signRequest } from './signature.ts';

const body =
  '{"applicantId":"a1","type":"applicantReviewed","externalUserId":"42","reviewStatus":"completed","reviewResult":{"reviewAnswer":"RED","rejectLabels":["FORGERY"],"reviewRejectType":"FINAL"},"createdAtMs":"2026-11-22 10:00:00.000"}';
const sha1 = '7d61495c6428d7afdd40499efd744c56f6333c57';
const sha256 = 'd46577900996558185e460b16fa60b8015d66334b994a5c3bcee69954ae72c8d';
const sha512 =
  '90904e8f4430d6ceae274f9c532dcac14f114d0b0237d4bda05256728e94a882fd6452665dc8ab3816ba83a5b33ef7024fe1e5d040406c8c863b41559fed48bb';

const event = (alg: string, digest: string, raw = body) => ({
  headers: { 'x-payload-digest-alg': alg, 'x-payload-digest': digest },
  raw: Buffer.from(raw),
});

it('signs a call over seconds, method, path with query, and body', () => {
  const userId = 'cfd20712-24a2-4c7d-9ab0-146f3c142335';
  expect(
    signRequest('atrium-test-secret', {
      seconds: 1_607_551_635,
      method: 'POST',
      path: `/resources/accessTokens?userId=${userId}&levelName=basic-kyc-level&ttlInSecs=600`,
      body: '',
    }),
  ).toBe('2b390b737e69003689794be8015db5858ef67134b663c0aa651ec3ac9989e22d');
  expect(
    signRequest('atrium-test-secret', {
      seconds: 1_790_000_000,
      method: 'POST',
      path: '/resources/accessTokens/sdk',
      body: '{"userId":"42","levelName":"basic-kyc-level","ttlInSecs":600}',
    }),
  ).toBe('eac666602961a78b20901123d913b4cc828677f62dfe60599cfbddb8944e25c8');
});

it('accepts an event by the algorithm that was agreed, and by no other', () => {
  expect(isSignedEvent('whk', 'HMAC_SHA256_HEX', event('HMAC_SHA256_HEX', sha256))).toBe(true);
  expect(isSignedEvent('whk', 'HMAC_SHA512_HEX', event('HMAC_SHA512_HEX', sha512))).toBe(true);
  expect(isSignedEvent('whk', 'HMAC_SHA256_HEX', event('HMAC_SHA512_HEX', sha512))).toBe(false);
  expect(isSignedEvent('whk', 'HMAC_SHA256_HEX', event('HMAC_SHA1_HEX', sha1))).toBe(false);
  expect(isSignedEvent('whk', 'HMAC_SHA256_HEX', event('HMAC_SHA256_HEX', sha256, `${body} `))).toBe(false);
  expect(isSignedEvent('whk2', 'HMAC_SHA256_HEX', event('HMAC_SHA256_HEX', sha256))).toBe(false);
  expect(isSignedEvent('whk', 'HMAC_SHA256_HEX', { headers: {}, raw: Buffer.from(body) })).toBe(false);
});
