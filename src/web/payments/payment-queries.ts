import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PaymentKind } from '#contract/payments/names.ts';
import { call } from '#web/platform/api/api.ts';
import { read } from '#web/platform/api/read.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { walletsQuery } from '#web/platform/session/session.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

/** Which requests to list. An empty kind is every kind. */
export interface PaymentFilter {
  kind: PaymentKind | '';
  open: boolean;
  search: string;
}

export const methodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: () => call('POST /api/payments/methods', { body: {} }),
  meta: invalidatedBy('payment.changed', 'verification.changed'),
});

export const limitsQuery = queryOptions({
  queryKey: ['payment-limits'],
  queryFn: () => read('POST /api/payments/limits', { body: {} }),
  meta: invalidatedBy('payment.changed', 'verification.changed'),
});

export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: () => call('POST /api/payments/destinations', { body: {} }),
});

/** The own requests, the latest first, page by page. While a new filter loads, the last one's rows stay. */
export const paymentsQuery = ({ kind, open, search }: PaymentFilter) =>
  infiniteQueryOptions({
    queryKey: ['payments', kind, open, search],
    queryFn: ({ pageParam: cursor }) =>
      read('POST /api/payments', {
        body: {
          ...(kind && { kind }),
          ...(open && { open }),
          ...(search && { search }),
          ...(cursor !== null && { cursor }),
        },
      }),
    meta: invalidatedBy('payment.changed'),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** One request with its steps. Staff may act on it at any moment. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: () => call('POST /api/payments/info', { body: { payment_id: id } }),
    meta: invalidatedBy('payment.changed'),
  });

/** Asks the provider of a card about the payment every few seconds; it is the only one that knows. */
export const checkProviderQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment-provider', id],
    queryFn: () => call('POST /api/payments/check-provider', { body: { payment_id: id } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < 20 && (!data || data.payment.state === 'awaiting_payment') ? 4000 : false,
  });

/** After a destination was saved, confirmed or removed: a card that has paid in is then offered, or no more. */
export async function refreshDestinations(): Promise<void> {
  await Promise.all([destinationsQuery, methodsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
}

/** After an action on money: everything that shows an amount refetches. */
export function refreshMoney(): void {
  const stale = [['payments'], ['payment'], ['payment-limits'], ['payment-methods'], ['wallet'], ['overview']];
  for (const queryKey of [...stale, walletsQuery.queryKey]) void queries.invalidateQueries({ queryKey });
}
