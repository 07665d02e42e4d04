import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import type { FindingResult, RepeatedKind, RunKind } from '#contract/reconciliation/names.ts';
import type { ShownLines } from '#contract/reconciliation/statements.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { queries } from '#web/platform/api/query-client.ts';

const everyMs = 2000;
const summaryEveryMs = 15_000;

type Kind = RequestOf<'POST /api/staff/reconciliation/accounts'>['body']['kind'];

/** The end of a day in UTC, as the server takes it; nothing for now. */
export function endOf(day: string): { until?: string } {
  if (!day) return {};
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return { until: next.toISOString() };
}

/** Polled, because lines and comparisons go on by themselves. */
export const summaryQuery = queryOptions({
  queryKey: ['reconciliation', 'summary'],
  queryFn: () => call('POST /api/staff/reconciliation/summary', { body: {} }),
  refetchInterval: summaryEveryMs,
});

export const balanceQuery = (day: string) =>
  queryOptions({
    queryKey: ['reconciliation', 'balance', day],
    queryFn: () => call('POST /api/staff/reconciliation/trial-balance', { body: endOf(day) }),
  });

/** One line of the trial balance. */
export interface BookLine {
  kind: Kind;
  currency: string;
  day: string;
}

const accountsOf = ({ kind, currency, day }: BookLine, search: string) => ({ ...endOf(day), kind, currency, search });

/** The accounts behind a line as a file. */
export const saveAccounts = (line: BookLine, search: string) =>
  download('GET /api/staff/reconciliation/accounts/file', { query: accountsOf(line, search) });

/** What banks have left by their connections, the latest first. */
export const arrivalsQuery = infiniteQueryOptions({
  queryKey: ['reconciliation', 'arrivals'],
  queryFn: ({ pageParam: cursor }) =>
    call('POST /api/staff/reconciliation/arrivals', { body: cursor === null ? {} : { cursor } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

export const accountsQuery = (line: BookLine, search: string) =>
  infiniteQueryOptions({
    queryKey: ['reconciliation', 'accounts', line, search],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/reconciliation/accounts', {
        body: { ...accountsOf(line, search), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** What was posted on an account as a file. */
export const savePostings = (id: string, day: string) =>
  download('GET /api/staff/reconciliation/postings/file', { query: { ...endOf(day), account_id: id } });

export const postingsQuery = (id: string, day: string) =>
  infiniteQueryOptions({
    queryKey: ['reconciliation', 'postings', id, day],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/reconciliation/postings', {
        body: { ...endOf(day), account_id: id, ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const methodsQuery = queryOptions({
  queryKey: ['reconciliation', 'methods'],
  queryFn: () => call('POST /api/staff/reconciliation/methods', { body: {} }),
});

/** Not while people have to decide. */
const isUnderWay = ({ state, lines }: ReconciliationRun) =>
  state === 'settling'
    ? !lines || lines.left > 0 || lines.open + lines.waiting === 0
    : state !== 'done' && state !== 'failed';

/** Comparisons of a kind; polled while one is under way. */
export const runsQuery = (kind: RunKind) =>
  infiniteQueryOptions({
    queryKey: ['reconciliation', 'runs', kind],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/reconciliation/runs', { body: { kind, ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.runs.some(isUnderWay) ? everyMs : false),
  });

/** All comparisons of a kind as a file. */
export const saveRuns = (kind: RunKind) => download('GET /api/staff/reconciliation/runs/file', { query: { kind } });

export const runQuery = (id: string, result: FindingResult | '') =>
  infiniteQueryOptions({
    queryKey: ['reconciliation', 'run', id, result],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/reconciliation/run', {
        body: { run_id: id, ...(result && { result }), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => {
      const run = state.data?.pages[0]?.run;
      return run && isUnderWay(run) ? everyMs : false;
    },
  });

/** The lines of a statement; polled while they are being matched. */
export const linesQuery = (run: ReconciliationRun, show: ShownLines | '') =>
  infiniteQueryOptions({
    queryKey: ['reconciliation', 'lines', run.id, show],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/reconciliation/statements/lines', {
        body: { run_id: run.id, ...(show && { show }), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: isUnderWay(run) ? everyMs : false,
  });

export const candidatesQuery = (lineId: string, search: string) =>
  queryOptions({
    queryKey: ['reconciliation', 'candidates', lineId, search],
    queryFn: () =>
      call('POST /api/staff/reconciliation/statements/candidates', {
        body: { line_id: lineId, ...(search && { search }) },
      }),
    placeholderData: keepPreviousData,
  });

/** Refetches everything of this module. */
export const refreshRuns = () => queries.invalidateQueries({ queryKey: ['reconciliation'] });

export async function startRun(kind: RepeatedKind): Promise<void> {
  await call('POST /api/staff/reconciliation/start', { body: { kind } });
  await queries.invalidateQueries({ queryKey: ['reconciliation', 'runs', kind] });
}
