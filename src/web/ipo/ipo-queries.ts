import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calendarPage } from '#contract/ipo/calendar.ts';
import { sizeOf } from '#contract/ipo/odds.ts';
import type { HistoryLine, IpoApplication } from '#contract/ipo/records.ts';
import { call } from '#web/platform/api/api.ts';
import { offeringsQuery } from '#web/platform/api/list-queries.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { walletsQuery } from '#web/platform/session/session.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

/**
 * Deadlines and staff change states, staff or the market change prices. A notice reports changes of the own
 * applications at once; the rest has to be polled.
 */
export const ipoEveryMs = 20_000;

/** The calendar after its first page, which other screens share. */
export const furtherOfferingsQuery = infiniteQueryOptions({
  queryKey: ['ipo-calendar-further'],
  queryFn: ({ pageParam: skip }) => call('POST /api/ipo/calendar', { body: { skip } }),
  meta: invalidatedBy('application.changed'),
  initialPageParam: calendarPage,
  getNextPageParam: (last, _, skipped) => (last.length < calendarPage ? undefined : skipped + calendarPage),
});

/** One offering, and what excludes the client from an application. */
export const offeringQuery = (id: string) =>
  queryOptions({
    queryKey: ['ipo-offering', id],
    queryFn: () => call('POST /api/ipo/offering', { body: { stock_id: id } }),
    meta: invalidatedBy('application.changed'),
  });

/** The own applications and what became of them. */
export const myIpoQuery = queryOptions({
  queryKey: ['my-ipo'],
  queryFn: () => call('POST /api/ipo/my-ipo', { body: {} }),
  meta: invalidatedBy('application.changed'),
});

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['ipo-application', id],
    queryFn: () => call('POST /api/ipo/application', { body: { application_id: id } }),
    meta: invalidatedBy('application.changed'),
  });

export const holdingsQuery = queryOptions({
  queryKey: ['ipo-holdings'],
  queryFn: () => call('POST /api/ipo/holdings', { body: {} }),
  meta: invalidatedBy('application.changed'),
});

export const basisQuery = (id: string) =>
  queryOptions({
    queryKey: ['ipo-basis', id],
    queryFn: () => call('POST /api/ipo/basis', { body: { stock_id: id } }),
  });

/** What became of requests like this one; the same for all that are alike in size. */
export const oddsQuery = (offeringId: string, lots: number) =>
  queryOptions({
    queryKey: ['ipo-odds', offeringId, sizeOf(lots)],
    queryFn: () => call('POST /api/ipo/odds', { body: { stock_id: offeringId, lots } }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

export const feedQuery = queryOptions({
  queryKey: ['ipo-feed'],
  queryFn: () => call('POST /api/ipo/calendar-feed', { body: {} }),
});

/** Which lines of the history to list. An empty string is no filter; days as `2026-03-02`. */
export interface HistoryFilter {
  kind: HistoryLine['kind'] | '';
  stock_id: string;
  from: string;
  to: string;
}

/** The set fields of a filter, in the form of the server. */
export const filterKeyOf = ({ kind, stock_id, from, to }: HistoryFilter) => ({
  ...(kind && { kind }),
  ...(stock_id && { stock_id }),
  ...(from && { from }),
  ...(to && { to }),
});

/** The latest first, page by page. While a new filter loads, the last one's lines stay. */
export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['ipo-history', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/ipo/history', { body: { ...filterKeyOf(filter), ...(cursor !== null && { cursor }) } }),
    meta: invalidatedBy('application.changed'),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** After an action: refetches everything that shows an offering, an application, shares or money. */
export function refreshIpo(): void {
  const ipo = ['ipo-offering', 'my-ipo', 'ipo-application', 'ipo-holdings', 'ipo-history'].map((name) => [name]);
  const money = [['wallet'], ['overview'], walletsQuery.queryKey];
  for (const queryKey of [offeringsQuery.queryKey, ...ipo, ...money]) void queries.invalidateQueries({ queryKey });
}

const ended = new Set<IpoApplication['state']>(['not_allotted', 'rejected', 'closed', 'cancelled', 'expired']);

/** Whether nothing will happen to an application any more. */
export const isEnded = ({ state }: Pick<IpoApplication, 'state'>): boolean => ended.has(state);
