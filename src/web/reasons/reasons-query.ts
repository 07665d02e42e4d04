import { queryOptions } from '@tanstack/react-query';
import type { ReasonCatalogue } from '#contract/reasons.ts';
import type { ReasonPurpose } from '#contract/reason-names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** Every reason that staff may give. */
export const catalogueQuery = queryOptions({
  queryKey: ['reasons', 'catalogue'],
  queryFn: () => call('POST /api/staff/reasons', { body: {} }),
});

/** Every text that one of the broker’s own had. */
export const historyQuery = (purpose: ReasonPurpose, code: string) =>
  queryOptions({
    queryKey: ['reasons', 'history', purpose, code],
    queryFn: () => call('POST /api/staff/reasons/history', { body: { purpose, code } }),
  });

/** What a change answered with is the newest there is; forms ask for their choices anew. */
export function showCatalogue(answer: ReasonCatalogue): void {
  queries.setQueryData(catalogueQuery.queryKey, answer);
  for (const of of ['choices', 'history']) void queries.invalidateQueries({ queryKey: ['reasons', of] });
}
