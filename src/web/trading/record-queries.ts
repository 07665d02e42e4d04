import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { dealsPerPage } from '#contract/constants.ts';
import { call } from '#web/platform/api/api.ts';

type Asked<R extends 'history/totals' | 'closed' | 'orders'> = Omit<
  RequestOf<`POST /api/trading-account/${R}`>['body'],
  'trading_account_id' | 'cursor'
>;

/** Lists page by page, the latest first. While a new filter loads, the rows of the last one stay. */
const paged = { initialPageParam: null as string | null, placeholderData: keepPreviousData };

const bodyOf = <Wishes extends object>(number: string, wishes: Wishes, cursor: string | null) => ({
  ...wishes,
  trading_account_id: number,
  ...(cursor === null ? {} : { cursor }),
});

export const dealsQuery = (number: string, wishes: Asked<'history/totals'>) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['account-records', number, 'deals', wishes],
    queryFn: ({ pageParam }) => call('POST /api/trading-account/history', { body: bodyOf(number, wishes, pageParam) }),
    getNextPageParam: (page) => (page.length < dealsPerPage ? null : (page.at(-1)?.ticket ?? null)),
  });

export const dealTotalsQuery = (number: string, wishes: Asked<'history/totals'>) =>
  queryOptions({
    queryKey: ['account-records', number, 'deal-totals', wishes],
    queryFn: () => call('POST /api/trading-account/history/totals', { body: bodyOf(number, wishes, null) }),
    placeholderData: keepPreviousData,
  });

export const closedQuery = (number: string, wishes: Asked<'closed'>) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['account-records', number, 'closed', wishes],
    queryFn: ({ pageParam }) => call('POST /api/trading-account/closed', { body: bodyOf(number, wishes, pageParam) }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const doneOrdersQuery = (number: string, wishes: Asked<'orders'>) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['account-records', number, 'orders', wishes],
    queryFn: ({ pageParam }) => call('POST /api/trading-account/orders', { body: bodyOf(number, wishes, pageParam) }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
