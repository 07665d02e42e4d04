import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { HouseKey } from '#contract/settings-names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

async function readHouse() {
  const [settings, second, { proposals }] = await Promise.all([
    call('POST /api/staff/settings', { body: {} }),
    call('POST /api/staff/settings/second', { body: {} }),
    call('POST /api/staff/proposals', { body: {} }),
  ]);
  return { ...settings, ...second, proposals: proposals.filter((each) => each.kind === 'setting') };
}

export const houseQuery = queryOptions({ queryKey: ['house', 'settings'], queryFn: readHouse });

/** How the house is set, and what waits to be confirmed. */
export type House = Awaited<ReturnType<typeof readHouse>>;

export const houseHistoryQuery = (key: HouseKey) =>
  infiniteQueryOptions({
    queryKey: ['house', 'history', key],
    queryFn: ({ pageParam: before }) =>
      call('POST /api/staff/settings/history', { body: { key, ...(before !== null && { before }) } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ versions, more }) => (more ? (versions.at(-1)?.version ?? null) : null),
  });

export const refreshHouse = () => queries.invalidateQueries({ queryKey: ['house'] });
