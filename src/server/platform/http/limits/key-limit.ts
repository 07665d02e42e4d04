import type { FastifyReply } from 'fastify';
import type { App } from '../../app.ts';
import { refuseUntil } from '../../refusal.ts';
import type { ApiKey } from '../../secrets/api-key.ts';
import { countHit } from './rate-limit.ts';

const windowS = 60;

/**
 * Counts a call of a key and reports the remaining calls in each response, in the headers of the IETF’s draft on rate
 * limits.
 * @throws Refusal `http.too_many`, with `Retry-After`
 */
export async function limitKey({ db, clock }: App, key: ApiKey, reply: FastifyReply): Promise<void> {
  const { callsPerMinute: max } = key;
  const { hits, endsInS } = await countHit(db, clock, ['operator-key', key.id], windowS);
  const left = Math.max(0, max - hits);
  reply.header('ratelimit-policy', `"key";q=${max};w=${windowS}`);
  reply.header('ratelimit', `"key";r=${left};t=${Math.max(1, Math.ceil(endsInS))}`);
  if (hits > max) throw refuseUntil('http.too_many', endsInS);
}
