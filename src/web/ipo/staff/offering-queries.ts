import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/api.ts';
import type { PreviewedAction } from '#contract/ipo/staff-names.ts';
import type { ApplicationState, OfferingState } from '#contract/ipo/names.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { live } from '#web/platform/realtime/live.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';

export type StaffOfferingInfo = ResponseOf<'POST /api/staff/ipo/offering'>;

const pollEveryMs = 5000;

export const offeringViews = ['live', 'waiting', 'all'] as const;

/** The filter of staff. An empty state is every state. */
export interface OfferingFilter {
  view: (typeof offeringViews)[number];
  state: OfferingState | '';
  search: string;
}

const narrowing = ({ view, state, search }: OfferingFilter) => ({
  view,
  ...(state && { state }),
  ...(search && { search }),
});

/** The offerings that match the filter, as a file. */
export const saveOfferings = (filter: OfferingFilter) =>
  download('GET /api/staff/ipo/file', { query: narrowing(filter) });

export const staffOfferingsQuery = (filter: OfferingFilter) =>
  live(
    queryOptions({
      queryKey: ['offerings', 'list', filter],
      queryFn: () => call('POST /api/staff/ipo', { body: narrowing(filter) }, { loader: false }),
      placeholderData: keepPreviousData,
    }),
    pollEveryMs,
  );

export const staffOfferingQuery = (id: string) =>
  queryOptions({
    queryKey: ['offerings', 'offering', id],
    queryFn: () => call('POST /api/staff/ipo/offering', { body: { stock_id: id } }, { loader: false }),
  });

/** The same, polled: the clock and colleagues change it. */
export const liveStaffOfferingQuery = (id: string) => live(staffOfferingQuery(id), pollEveryMs);

export interface BookFilter {
  state: ApplicationState | '';
  search: string;
}

const filterOf = (id: string, { state, search }: BookFilter) => ({
  stock_id: id,
  ...(state && { state }),
  ...(search && { search }),
});

/** A book as a file. */
export const saveBook = (id: string, filter: BookFilter) =>
  download('GET /api/staff/ipo/book/file', { query: filterOf(id, filter) });

export const bookQuery = (id: string, filter: BookFilter) =>
  infiniteQueryOptions({
    queryKey: ['offerings', 'book', id, filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/ipo/book', { body: { ...filterOf(id, filter), ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Whom an action would touch, fetched when the person is about to confirm it. */
export const previewQuery = (
  id: string,
  action: PreviewedAction,
  more: { price?: string; application_id?: string } = {},
) =>
  queryOptions({
    queryKey: ['offerings', 'preview', id, action, more],
    queryFn: () => call('POST /api/staff/ipo/preview', { body: { stock_id: id, action, ...more } }, { loader: false }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Clients continue while the person decides.
    refetchInterval: pollEveryMs,
  });

export const comparisonQuery = (id: string) =>
  queryOptions({
    queryKey: ['offerings', 'compare', id],
    queryFn: () => call('POST /api/staff/ipo/compare', { body: { stock_id: id } }, { loader: false }),
    staleTime: 0,
    retry: false,
  });

/** The response of an action is the newest state; lists and books refetch. */
export function showStaffOffering(info: StaffOfferingInfo): void {
  showResponse(staffOfferingQuery(info.stock_id).queryKey, info);
  void queries.invalidateQueries({ queryKey: ['offerings', 'list'] });
  void queries.invalidateQueries({ queryKey: ['offerings', 'book', info.stock_id] });
}
