import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';

const key = 'legal';

/** What the operator has published, without the texts. */
export const legalQuery = (lang: Language) =>
  queryOptions({
    queryKey: [key, 'list', lang],
    queryFn: async () => (await call('GET /api/legal', { query: { lang } })).versions,
  });

/** One version with its text. */
export const legalTextQuery = (id: string, lang: Language) =>
  queryOptions({
    queryKey: [key, 'one', id, lang],
    queryFn: () => call('GET /api/legal/:id', { params: { id }, query: { lang } }),
  });

/** What the client has yet to accept. */
export const dueQuery = (lang: Language) =>
  queryOptions({
    queryKey: [key, 'due', lang],
    queryFn: async () => (await call('POST /api/legal/due', { body: {} })).documents,
    staleTime: 0,
  });

export const legalKey = [key];
