import { queryOptions } from '@tanstack/react-query';
import type { ImportState } from '#contract/imports/names.ts';
import { call } from '#web/platform/api/api.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';
import { queries } from '#web/platform/api/query-client.ts';

const everyMs = 2000;
/** Invitations leave for hours, as accounts reach a platform, and the totals of an import are read with them. */
const slowlyEveryMs = 30_000;

export const isRunning = (state: ImportState | undefined): boolean => state === 'checking' || state === 'importing';

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: () => call('POST /api/staff/imports', { body: {} }),
  refetchInterval: ({ state }) => (state.data?.runs.some((run) => isRunning(run.state)) ? everyMs : false),
});

/** One import; polled while rows are checked or imported, invitations leave, or accounts reach a platform. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: () => call('POST /api/staff/imports/run', { body: { run_id: id } }),
    refetchInterval: ({ state: { data } }) => {
      if (isRunning(data?.state)) return everyMs;
      return data?.invitations.running || (data?.platform?.left ?? 0) > 0 ? slowlyEveryMs : false;
    },
    meta: invalidatedBy('queue.approvals'),
  });

/** An import has another state, and so may a request about it. */
export const refreshImports = () =>
  Promise.all(['imports', 'proposals'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
