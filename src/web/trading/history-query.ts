import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { dealsPerPage } from '#contract/constants.ts';
import type { Deal } from '#contract/trading-records.ts';
import { call } from '#web/platform/api.ts';

/** What the history is narrowed down to; an empty string is no wish. Days are UTC, both included. */
export interface HistoryFilter {
  type: Deal['type'] | '';
  symbol: string;
  from: string;
  to: string;
}

export const noFilter: HistoryFilter = { type: '', symbol: '', from: '', to: '' };

type Body = RequestOf<'POST /api/trading-account/history'>['body'];

const wishesOf = (filter: HistoryFilter): Body =>
  Object.fromEntries(Object.entries(filter).filter(([, wish]) => wish !== ''));

/** Deals of one account page by page, the latest first. While a new filter loads, the deals of the last one stay. */
export const historyQuery = (accountId: string, filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['history', accountId, filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/trading-account/history', {
        body: { ...wishesOf(filter), trading_account_id: accountId, ...(cursor === null ? {} : { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < dealsPerPage ? null : (page.at(-1)?.ticket ?? null)),
    placeholderData: keepPreviousData,
  });
