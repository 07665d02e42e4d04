import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import { call } from './api.ts';
import { live } from '../realtime/live.ts';
import { toldBy } from './query-invalidation.ts';

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

const unreadEveryMs = 30_000;

/** What support said and the client has not read, for the badges and the title of the tab. */
export const unreadQuery = live(
  queryOptions({ queryKey: ['unread'], queryFn: () => call('GET /api/chat/unread', {}, { loader: false }) }),
  unreadEveryMs,
  ['conversation.changed'],
);
