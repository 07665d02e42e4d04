import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';

/** The notification preferences of the person, by channel and time; events are named in the language. */
export const preferencesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['notification-settings', language],
    queryFn: () => call('GET /api/notifications/settings', {}),
  });
