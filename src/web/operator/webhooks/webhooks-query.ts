import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

/** Where programs of the operator are told what happened. */
export const webhooksQuery = queryOptions({
  queryKey: ['operator-webhooks'],
  queryFn: () => call('POST /api/staff/operator/webhooks', { body: {} }),
});

export type DeliveryFilter = Pick<RequestOf<'POST /api/staff/operator/webhooks/deliveries'>['body'], 'state' | 'type'>;

/** What was sent to one of them; looked at again every few seconds, since what was sent is answered soon. */
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
