import { queryOptions } from '@tanstack/react-query';
import type { VerificationShown } from '#contract/verification.ts';
import { call } from '#web/platform/api.ts';
import { queries } from '#web/platform/queries.ts';
import { toldBy } from '#web/platform/told-by.ts';

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
