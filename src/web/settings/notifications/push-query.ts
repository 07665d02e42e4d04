import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';
import { presentDevice } from '#web/platform/push-device.ts';

/** Where the person is told by push, and whether this browser still takes it. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async () => {
    const [push, device] = await Promise.all([call('GET /api/push', {}), presentDevice()]);
    return { ...push, isJoined: device !== undefined };
  },
});
