import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import { call } from './api.ts';
import { toldBy } from './told-by.ts';

/** Lists that home shows beside the rooms they belong to: asked for once, kept under one key. */

export const offeringsQuery = queryOptions({
  queryKey: ['ipo-calendar'],
  queryFn: () => call('POST /api/ipo/calendar', { body: {} }),
  meta: toldBy('application.changed'),
});

export const articlesQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['articles', lang],
    queryFn: async () => (await call('GET /api/articles/getAll', { query: { lang } })).data,
  });

export const ticketsQuery = queryOptions({
  queryKey: ['tickets'],
  queryFn: () => call('POST /api/tickets/get-all-tickets', { body: {} }),
  meta: toldBy('conversation.changed'),
});
