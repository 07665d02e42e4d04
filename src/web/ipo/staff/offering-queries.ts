import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/api.ts';
import type { PreviewedAct } from '#contract/ipo-staff-names.ts';
import type { ApplicationState, OfferingState } from '#contract/ipo-names.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { live } from '#web/platform/realtime/live.ts';
import { queries } from '#web/platform/api/query-client.ts';

export type DeskInfo = AnswerOf<'POST /api/staff/ipo/offering'>;

const lookEveryMs = 5000;

export const deskViews = ['live', 'waiting', 'all'] as const;

/** What the desk looks at. An empty state is every state. */
export interface DeskFilter {
  view: (typeof deskViews)[number];
  state: OfferingState | '';
  search: string;
}

const narrowing = ({ view, state, search }: DeskFilter) => ({
  view,
  ...(state && { state }),
  ...(search && { search }),
});

/** The offerings that the desk looks at, as a file. */
export const saveOfferings = (filter: DeskFilter) => download('GET /api/staff/ipo/file', { query: narrowing(filter) });

export const deskListQuery = (filter: DeskFilter) =>
  live(
    queryOptions({
      queryKey: ['offerings', 'list', filter],
      queryFn: () => call('POST /api/staff/ipo', { body: narrowing(filter) }, { loader: false }),
      placeholderData: keepPreviousData,
    }),
    lookEveryMs,
  );

export const deskOfferingQuery = (id: string) =>
  queryOptions({
    queryKey: ['offerings', 'offering', id],
    queryFn: () => call('POST /api/staff/ipo/offering', { body: { stock_id: id } }, { loader: false }),
  });

/** The same, looked at again and again: the clock and colleagues change it. */
export const liveDeskOfferingQuery = (id: string) => live(deskOfferingQuery(id), lookEveryMs);

export interface BookFilter {
  state: ApplicationState | '';
  search: string;
}

const wishOf = (id: string, { state, search }: BookFilter) => ({
  stock_id: id,
  ...(state && { state }),
  ...(search && { search }),
});

/** A book as a file. */
export const saveBook = (id: string, filter: BookFilter) =>
  download('GET /api/staff/ipo/book/file', { query: wishOf(id, filter) });

export const bookQuery = (id: string, filter: BookFilter) =>
  infiniteQueryOptions({
    queryKey: ['offerings', 'book', id, filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/ipo/book', { body: { ...wishOf(id, filter), ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Whom an act would touch, asked at the moment at which it is about to be confirmed. */
export const previewQuery = (id: string, act: PreviewedAct, more: { price?: string; application_id?: string } = {}) =>
  queryOptions({
    queryKey: ['offerings', 'preview', id, act, more],
    queryFn: () => call('POST /api/staff/ipo/preview', { body: { stock_id: id, act, ...more } }, { loader: false }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Clients go on while somebody makes up his mind.
    refetchInterval: lookEveryMs,
  });

export const comparisonQuery = (id: string) =>
  queryOptions({
    queryKey: ['offerings', 'compare', id],
    queryFn: () => call('POST /api/staff/ipo/compare', { body: { stock_id: id } }, { loader: false }),
    staleTime: 0,
    retry: false,
  });

/** What an act answered with is the newest there is; lists and books ask again. */
export function showDeskOffering(info: DeskInfo): void {
  queries.setQueryData(deskOfferingQuery(info.stock_id).queryKey, info);
  void queries.invalidateQueries({ queryKey: ['offerings', 'list'] });
  void queries.invalidateQueries({ queryKey: ['offerings', 'book', info.stock_id] });
}
