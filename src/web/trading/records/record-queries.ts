import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { dealsPerPage } from '#contract/kernel/constants.ts';
import { read } from '#web/platform/api/read.ts';

type Query<R extends 'history/totals' | 'closed' | 'orders'> = Omit<
  RequestOf<`POST /api/trading-account/${R}`>['body'],
  'trading_account_id' | 'cursor'
>;

/** Lists page by page, the latest first. While a new filter loads, the rows of the last one stay. */
const paged = { initialPageParam: null as string | null, placeholderData: keepPreviousData };

const bodyOf = <RecordFilter extends object>(number: string, filters: RecordFilter, cursor: string | null) => ({
  ...filters,
  trading_account_id: number,
  ...(cursor === null ? {} : { cursor }),
});

export const dealsQuery = (number: string, filters: Query<'history/totals'>) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['account-records', number, 'deals', filters],
    queryFn: ({ pageParam }) => read('POST /api/trading-account/history', { body: bodyOf(number, filters, pageParam) }),
    getNextPageParam: (page) => (page.length < dealsPerPage ? null : (page.at(-1)?.ticket ?? null)),
  });

export const dealTotalsQuery = (number: string, filters: Query<'history/totals'>) =>
  queryOptions({
    queryKey: ['account-records', number, 'deal-totals', filters],
    queryFn: () => read('POST /api/trading-account/history/totals', { body: bodyOf(number, filters, null) }),
    placeholderData: keepPreviousData,
  });

export const closedQuery = (number: string, filters: Query<'closed'>) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['account-records', number, 'closed', filters],
    queryFn: ({ pageParam }) => read('POST /api/trading-account/closed', { body: bodyOf(number, filters, pageParam) }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const doneOrdersQuery = (number: string, filters: Query<'orders'>) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['account-records', number, 'orders', filters],
    queryFn: ({ pageParam }) => read('POST /api/trading-account/orders', { body: bodyOf(number, filters, pageParam) }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
