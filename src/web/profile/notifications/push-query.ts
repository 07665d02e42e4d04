import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { presentDevice } from '#web/platform/realtime/push-device.ts';

/** Where the person is told by push, and whether this browser still takes it. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async () => {
    const [push, device] = await Promise.all([call('GET /api/push', {}), presentDevice()]);
    return { ...push, isJoined: device !== undefined };
  },
});
