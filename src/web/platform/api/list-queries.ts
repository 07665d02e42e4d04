import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/kernel/languages.ts';
import { read } from './read.ts';
import { live } from '../realtime/live.ts';
import { invalidatedBy } from './query-invalidation.ts';

/** Lists that home shows beside the modules they belong to: fetched once, stored under one key. */

export const offeringsQuery = queryOptions({
  queryKey: ['ipo-calendar'],
  queryFn: () => read('POST /api/ipo/calendar', { body: {} }),
  meta: invalidatedBy('application.changed'),
});

export const articlesQuery = (lang: Language) =>
  queryOptions({
    queryKey: ['articles', lang],
    queryFn: async () => (await read('GET /api/articles/getAll', { query: { lang } })).data,
  });

export const ticketsQuery = queryOptions({
  queryKey: ['tickets'],
  queryFn: () => read('POST /api/tickets/get-all-tickets', { body: {} }),
  meta: invalidatedBy('conversation.changed'),
});

const unreadEveryMs = 30_000;

/** Unread messages of support, for the badges and the title of the tab. */
export const unreadQuery = live(
  queryOptions({ queryKey: ['unread'], queryFn: () => read('GET /api/chat/unread', {}, { loader: false }) }),
  unreadEveryMs,
  ['conversation.changed'],
);
