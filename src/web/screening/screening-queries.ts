import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ShownHit } from '#contract/screening/endpoints.ts';
import type { HitState } from '#contract/screening/names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';
import { download } from '#web/platform/files/download.ts';
import { live } from '#web/platform/realtime/live.ts';

/** Comparisons run in the background, without a notice. */
const everyMs = 20_000;

export const hitsQuery = (view: HitState) =>
  live(
    infiniteQueryOptions({
      queryKey: ['screening', 'list', view],
      queryFn: ({ pageParam: offset }) => call('POST /api/staff/screening', { body: { view, offset } }),
      initialPageParam: 0,
      getNextPageParam: ({ next_offset }) => next_offset,
      placeholderData: keepPreviousData,
    }),
    everyMs,
  );

/** Saves the same hits as a file. */
export const saveHits = (view: HitState) => download('GET /api/staff/screening/file', { query: { view } });

export const hitQuery = (id: string) =>
  queryOptions({
    queryKey: ['screening', 'hit', id],
    queryFn: () => call('POST /api/staff/screening/hit', { body: { hit_id: id } }),
  });

export const clientScreeningQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['screening', 'client', clientId],
    queryFn: () => call('POST /api/staff/screening/client', { body: { client_id: clientId } }),
  });

/** The response of a decision is the newest state; the lists follow. */
export function showHit(hit: ShownHit): void {
  showResponse(hitQuery(hit.id).queryKey, hit);
  void queries.invalidateQueries({ queryKey: ['screening', 'list'] });
  void queries.invalidateQueries({ queryKey: ['screening', 'client'] });
  void queries.invalidateQueries({ queryKey: ['approvals'] });
}
