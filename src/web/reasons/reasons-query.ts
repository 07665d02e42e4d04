import { queryOptions } from '@tanstack/react-query';
import type { ReasonCatalogue } from '#contract/reasons/endpoints.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';

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

/** The response of a change is the newest state; forms refetch their options. */
export function showCatalogue(response: ReasonCatalogue): void {
  showResponse(catalogueQuery.queryKey, response);
  for (const of of ['choices', 'history']) void queries.invalidateQueries({ queryKey: ['reasons', of] });
}
