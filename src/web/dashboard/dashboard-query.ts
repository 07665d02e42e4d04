import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';

const everyMs = 60_000;

export type Asked = RequestOf<'POST /api/staff/dashboard'>['body'];

export const dashboardQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['dashboard', asked],
    queryFn: () => call('POST /api/staff/dashboard', { body: asked }, { loader: false }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
