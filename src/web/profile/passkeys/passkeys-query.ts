import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { passkeysWork } from '#web/platform/session/passkey.ts';

/** The own passkeys, the newest first. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => call('POST /api/settings/passkeys', { body: {} }),
});

/** Whether one can be made here: only at the address for which they are made. */
export const worksAt = (origin: string | null): boolean => passkeysWork() && origin === location.origin;
