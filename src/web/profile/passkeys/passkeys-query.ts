import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

/** The own passkeys, the newest first. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => call('POST /api/settings/passkeys', { body: {} }),
});
