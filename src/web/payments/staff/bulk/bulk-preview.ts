import { queryOptions } from '@tanstack/react-query';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import type { Item } from '../queue-queries.ts';

/** Read side by side: as many as a browser sends at once to one server. */
const together = 6;

/** The chosen withdrawals as they are when the dialog opens, by its id; what stands there does not change before the eyes. */
export const bulkPreview = (dialog: string, rows: readonly QueueRow[]) =>
  queryOptions({
    queryKey: ['payment-desk', 'bulk', dialog],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const items: Item[] = [];
      for (let from = 0; from < rows.length; from += together) {
        const part = rows.slice(from, from + together);
        const read = part.map(({ id }) =>
          call('POST /api/staff/payments/info', { body: { payment_id: id } }, { loader: false }),
        );
        items.push(...(await Promise.all(read)));
      }
      return items;
    },
  });
