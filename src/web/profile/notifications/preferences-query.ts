import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import { call } from '#web/platform/api/api.ts';

/** What the person wishes to be told of, by which channels and when; events are named in the language. */
export const wishesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['notification-settings', language],
    queryFn: () => call('GET /api/notifications/settings', {}),
  });
