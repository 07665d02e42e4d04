import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SupportSettings } from '#contract/support/settings.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { live } from '#web/platform/realtime/live.ts';
import { queries } from '#web/platform/api/query-client.ts';
import type { InboxFilter } from './inbox/filter.ts';

const filterOf = ({ view, kind, language, sort, search }: InboxFilter) => ({
  view,
  sort,
  ...(kind && { kind }),
  ...(language && { language }),
  ...(search && { search }),
});

const quiet = { loader: false };
const pollEveryMs = 30_000;

/** What support works on. While a new filter loads, the last one's rows stay. */
export const inboxQuery = ({ view, kind, language, sort, search }: InboxFilter) =>
  live(
    infiniteQueryOptions({
      queryKey: ['inbox', 'list', view, kind, language, sort, search],
      queryFn: ({ pageParam: cursor }) => {
        const body = { ...filterOf({ view, kind, language, sort, search }), ...(cursor !== null && { cursor }) };
        return call('POST /api/staff/support/inbox', { body }, quiet);
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
      placeholderData: keepPreviousData,
    }),
    pollEveryMs,
  );

/** The same conversations as a file. */
export const downloadInbox = (filter: InboxFilter): Promise<void> =>
  download('GET /api/staff/support/inbox/file', { query: filterOf(filter) });

export const staffRoomQuery = (id: string) =>
  live(
    queryOptions({
      queryKey: ['inbox', 'room', id],
      queryFn: () => call('POST /api/staff/support/room', { body: { room_id: id } }, quiet),
    }),
    pollEveryMs,
  );

export const refreshInbox = (): Promise<void> => queries.invalidateQueries({ queryKey: ['inbox'] });

export const cannedQuery = queryOptions({
  queryKey: ['canned'],
  queryFn: () => call('POST /api/staff/support/canned', { body: {} }, quiet),
  staleTime: 60_000,
});

export const refreshCanned = (): Promise<void> => queries.invalidateQueries({ queryKey: cannedQuery.queryKey });

const beatMs = 30_000;

/** Reports that an agent is there, and at which conversation, as long as they view it; and returns who else is. */
export const presenceQuery = (roomId: string | null) =>
  queryOptions({
    queryKey: ['support-presence', roomId],
    queryFn: () =>
      call('POST /api/staff/support/presence', { body: roomId === null ? {} : { room_id: roomId } }, quiet),
    refetchInterval: beatMs,
    placeholderData: keepPreviousData,
  });

export const refreshPresence = (): Promise<void> => queries.invalidateQueries({ queryKey: ['support-presence'] });

/** Here or away, until changed. */
export async function setAway(away: boolean): Promise<void> {
  await call('POST /api/staff/support/presence', { body: { away } });
  await refreshPresence();
}

export const supportSettingsQuery = queryOptions({
  queryKey: ['support-settings'],
  queryFn: () => call('POST /api/staff/support/settings', { body: {} }),
});

/** The SLAs under these settings; null while they cannot be read. */
export const settingsPreviewQuery = (settings: SupportSettings | null) =>
  queryOptions({
    queryKey: ['support-settings-preview', settings],
    queryFn: () => (settings ? call('POST /api/staff/support/settings/preview', { body: settings }, quiet) : null),
    enabled: settings !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
