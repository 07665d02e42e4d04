import { queryOptions } from '@tanstack/react-query';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { read } from '#web/platform/api/read.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

export const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: () => read('POST /api/verification', { body: {} }),
  meta: invalidatedBy('verification.changed'),
});

/** The response of an action is the newest state. */
export function showVerification(response: VerificationShown): void {
  showResponse(verificationQuery.queryKey, response);
  void queries.invalidateQueries({ queryKey: ['payment-limits'] });
}
