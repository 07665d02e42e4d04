import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

export type Session = ResponseOf<'POST /api/settings/sessions'>[number];

/** The client's open sessions, the latest used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call('POST /api/settings/sessions', { body: {} }),
});
