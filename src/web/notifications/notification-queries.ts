import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/kernel/languages.ts';
import type { DeliveryState, NotificationChannel, NotificationGroup } from '#contract/notifications/names.ts';
import { call } from '#web/platform/api/api.ts';
import { read } from '#web/platform/api/read.ts';
import { live } from '#web/platform/realtime/live.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

const unreadEveryMs = 30_000;

/** How much the bell has that was not read. */
export const unreadCountQuery = live(
  queryOptions({
    queryKey: ['notifications-unread'],
    queryFn: () => read('GET /api/notifications/unread', {}, { loader: false }),
  }),
  unreadEveryMs,
  ['notification.changed'],
);

/** Which notifications to list. An empty group is every group. */
export interface NotificationFilter {
  group: NotificationGroup | '';
  unread: boolean;
}

/** The own notifications in a language, the latest first, page by page. */
export const notificationsQuery = (language: Language, { group, unread }: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: ['notifications', language, group, unread],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/notifications', {
        body: { ...(group && { group }), ...(unread && { unread }), ...(cursor !== null && { cursor }) },
      }),
    meta: invalidatedBy('notification.changed'),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Which deliveries to list, as the screen has it; an empty field is not sent. */
export type LogFields = typeof wholeLog;

export const wholeLog = { search: '', state: '', channel: '' };

export const filterOf = ({ search, state, channel }: LogFields) => ({
  ...(search && { search }),
  ...(state && { state: state as DeliveryState }),
  ...(channel && { channel: channel as NotificationChannel }),
});

/** What was sent to whom, the latest first, page by page. */
export const logQuery = (language: Language, filter: LogFields) =>
  infiniteQueryOptions({
    queryKey: ['mail-log', language, filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/email-log', { body: { ...filterOf(filter), ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
