import type { ResponseOf, RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

type Buy = 'POST /api/ipo/buy';
type Sell = 'POST /api/ipo/sell';

/**
 * Applies for shares. What fails is logged in the words that support and monitoring look for.
 * @throws ApiError for the form that asked
 */
export const buyShares = (body: RequestOf<Buy>['body'], idempotencyKey: string): Promise<ResponseOf<Buy>> =>
  call('POST /api/ipo/buy', { body }, { idempotencyKey, loader: false }).catch(logged('Purchase failed:'));

/** Sells shares, and logs a failure in the same way. @throws ApiError for the form that asked */
export const sellShares = (body: RequestOf<Sell>['body'], idempotencyKey: string): Promise<ResponseOf<Sell>> =>
  call('POST /api/ipo/sell', { body }, { idempotencyKey, loader: false }).catch(logged('Sell failed:'));

const logged = (words: string) => (error: unknown) => {
  console.error(words, error);
  throw error;
};
