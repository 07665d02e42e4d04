import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

/** The webhooks of the operator. */
export const webhooksQuery = queryOptions({
  queryKey: ['operator-webhooks'],
  queryFn: () => call('POST /api/staff/operator/webhooks', { body: {} }),
});

export type DeliveryFilter = Pick<RequestOf<'POST /api/staff/operator/webhooks/deliveries'>['body'], 'state' | 'type'>;

/** The deliveries to one of them; polled every few seconds, because responses arrive soon. */
export const deliveriesQuery = (webhookId: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator-webhooks', webhookId, filter],
    queryFn: ({ pageParam }) =>
      call('POST /api/staff/operator/webhooks/deliveries', {
        body: { webhook_id: webhookId, ...filter, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: 5000,
  });
