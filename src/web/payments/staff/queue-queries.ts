import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/api.ts';
import type { PaymentKind } from '#contract/payment-names.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { queries } from '#web/platform/api/query-client.ts';

export const deskViews = ['waiting', 'mine', 'second', 'all'] as const;
export type DeskView = (typeof deskViews)[number];

/** What the desk looks at. An empty kind is every kind. */
export interface DeskFilter {
  view: DeskView;
  kind: PaymentKind | '';
  search: string;
}

export type Item = AnswerOf<'POST /api/staff/payments/info'>;

const narrowing = ({ view, kind, search }: DeskFilter) => ({ view, ...(kind && { kind }), ...(search && { search }) });

/** Saves the same rows as a file. */
export const saveQueue = (filter: DeskFilter) => download('GET /api/staff/payments/file', { query: narrowing(filter) });

export const queueQuery = (filter: DeskFilter) =>
  infiniteQueryOptions({
    queryKey: ['payment-desk', 'queue', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/payments', {
        body: { ...narrowing(filter), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment-desk', 'item', id],
    queryFn: () => call('POST /api/staff/payments/info', { body: { payment_id: id } }),
  });

/** What an act answered with is the newest there is; the queue asks again. */
export function showItem(item: Item): void {
  queries.setQueryData(itemQuery(item.payment.id).queryKey, item);
  void queries.invalidateQueries({ queryKey: ['payment-desk', 'queue'] });
}
