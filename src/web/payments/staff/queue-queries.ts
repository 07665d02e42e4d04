import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/api.ts';
import type { PaymentKind, QueueSort } from '#contract/payments/names.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';
import { isDay } from '#web/platform/lists/is-day.ts';

export const queueViews = ['waiting', 'mine', 'second', 'all'] as const;
export type QueueView = (typeof queueViews)[number];

/** The filter of staff. An empty kind is every kind. */
export interface QueueFilter {
  view: QueueView;
  kind: PaymentKind | '';
  search: string;
  /** Days on which money came or went, empty for all. */
  from: string;
  to: string;
  /** Those that only the provider at this connection can decide; empty for all. */
  connection: string;
}

/** With how they are sorted. */
type AskedQueue = QueueFilter & { sort?: QueueSort };

export type Item = ResponseOf<'POST /api/staff/payments/info'>;

const narrowing = ({ view, kind, search, from, to, connection, sort }: AskedQueue) => ({
  view,
  ...(kind && { kind }),
  ...(search && { search }),
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
  ...(connection && { undecided_at: connection }),
  ...(sort && { sort }),
});

/** Saves the same rows as a file. */
export const saveQueue = (filter: AskedQueue) => download('GET /api/staff/payments/file', { query: narrowing(filter) });

export const queueQuery = (filter: AskedQueue) =>
  infiniteQueryOptions({
    queryKey: ['payment-desk', 'queue', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/payments', {
        body: { ...narrowing(filter), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    meta: invalidatedBy('queue.payments'),
  });

const findingsKey = ['payment-desk', 'findings'] as const;

const findingsQuery = (paymentId?: string) =>
  infiniteQueryOptions({
    queryKey: [...findingsKey, paymentId ?? 'all'],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/payments/findings', {
        body: { ...(paymentId !== undefined && { payment_id: paymentId }), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    meta: invalidatedBy('queue.payments'),
  });

/** What providers have reported, about all payments or one. */
export const useFindings = (paymentId?: string) => useInfiniteQuery(findingsQuery(paymentId));

/** Shows them as they are now. */
export const refreshFindings = () => queries.invalidateQueries({ queryKey: findingsKey });

export const automaticApprovalQuery = queryOptions({
  queryKey: ['payment-desk', 'automatic-approval'],
  queryFn: () => call('POST /api/staff/payments/automatic-approval', { body: {} }),
  meta: invalidatedBy('queue.payments'),
});

export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment-desk', 'item', id],
    queryFn: () => call('POST /api/staff/payments/info', { body: { payment_id: id } }),
    meta: invalidatedBy('queue.payments'),
  });

/** The response of an action is the newest state; the queue refetches. */
export function showItem(item: Item): void {
  showResponse(itemQuery(item.payment.id).queryKey, item);
  void queries.invalidateQueries({ queryKey: ['payment-desk', 'queue'] });
}
