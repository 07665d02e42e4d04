import { queryOptions } from '@tanstack/react-query';
import type { VerificationShown } from '#contract/verification.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { toldBy } from '#web/platform/api/query-invalidation.ts';

export const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: () => call('POST /api/verification', { body: {} }),
  meta: toldBy('verification.changed'),
});

/** What an act answered with is the newest there is. */
export function showVerification(answer: VerificationShown): void {
  queries.setQueryData(verificationQuery.queryKey, answer);
  void queries.invalidateQueries({ queryKey: ['payment-limits'] });
}
