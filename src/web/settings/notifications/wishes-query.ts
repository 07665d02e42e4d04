import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';

/** What the person wishes to be told of, by which channels and when. */
export const wishesQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: () => call('GET /api/notifications/settings', {}),
});
