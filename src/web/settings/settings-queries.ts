import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { SettingKey } from '#contract/settings/names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

async function readSettings() {
  const [settings, second, { approval_requests: approvalRequests }] = await Promise.all([
    call('POST /api/staff/settings', { body: {} }),
    call('POST /api/staff/settings/approvers', { body: {} }),
    call('POST /api/staff/approvals', { body: {} }),
  ]);
  return { ...settings, ...second, approvalRequests: approvalRequests.filter((each) => each.kind === 'setting') };
}

export const settingsQuery = queryOptions({ queryKey: ['settings', 'settings'], queryFn: readSettings });

/** The operator's settings, and the changes that wait for approval. */
export type OperatorSettings = Awaited<ReturnType<typeof readSettings>>;

export const settingsHistoryQuery = (key: SettingKey) =>
  infiniteQueryOptions({
    queryKey: ['settings', 'history', key],
    queryFn: ({ pageParam: before }) =>
      call('POST /api/staff/settings/history', { body: { key, ...(before !== null && { before }) } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ versions, more }) => (more ? (versions.at(-1)?.version ?? null) : null),
  });

export const refreshSettings = () => queries.invalidateQueries({ queryKey: ['settings'] });
