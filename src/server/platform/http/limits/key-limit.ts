import type { FastifyReply } from 'fastify';
import { keyRate } from '#contract/operator/names.ts';
import type { App } from '../../app.ts';
import { refuseUntil } from '../../refusal.ts';
import { countHit } from './rate-limit.ts';

/**
 * Counts a call of a key and reports the remaining calls in each response, in the headers of the IETF’s draft on rate
 * limits.
 * @throws Refusal `http.too_many`, with `Retry-After`
 */
export async function limitKey({ db, clock }: App, keyId: string, reply: FastifyReply): Promise<void> {
  const { hits: max, windowS } = keyRate;
  const { hits, endsInS } = await countHit(db, clock, ['operator-key', keyId], windowS);
  const left = Math.max(0, max - hits);
  reply.header('ratelimit-policy', `"key";q=${max};w=${windowS}`);
  reply.header('ratelimit', `"key";r=${left};t=${Math.max(1, Math.ceil(endsInS))}`);
  if (hits > max) throw refuseUntil('http.too_many', endsInS);
}
