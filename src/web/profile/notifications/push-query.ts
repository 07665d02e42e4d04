import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { presentDevice } from '#web/platform/realtime/push-device.ts';

/** The devices of the person with push, and whether this browser still accepts it. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async () => {
    const [push, device] = await Promise.all([call('GET /api/push', {}), presentDevice()]);
    return { ...push, isJoined: device !== undefined };
  },
});
