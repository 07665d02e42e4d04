import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { stepKinds, type StepKind } from '#contract/approvals/names.ts';
import { call } from '#web/platform/api/api.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** A step of a process, decided on where the process runs. */
export const isStep = (request: ApprovalRequest): request is Extract<ApprovalRequest, { kind: StepKind }> =>
  stepKinds.some((kind) => kind === request.kind);

/** Their own screen shows more than a row can: columns and faults of an import, test of a connection, limits until now. */
const seenElsewhere: ReadonlySet<ApprovalRequest['kind']> = new Set(['import', 'connection', 'limits']);

/** Whether the list only leads to where the request is decided on. */
export const isDecidedElsewhere = (request: ApprovalRequest): boolean =>
  isStep(request) || seenElsewhere.has(request.kind);

/** What waits for a second person: all of it, or about one client. */
export const approvalRequestsQuery = (clientId?: string) =>
  queryOptions({
    queryKey: ['proposals', clientId ?? 'all'],
    queryFn: () => call('POST /api/staff/approvals', { body: { ...(clientId && { client_id: clientId }) } }),
    meta: invalidatedBy('queue.approvals', 'queue.payments'),
  });

/** What was decided or has expired: of all kinds, or of one. */
export const endedRequestsQuery = (kind?: ApprovalRequest['kind']) =>
  infiniteQueryOptions({
    queryKey: ['proposals', 'ended', kind ?? 'all'],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/approvals/history', {
        body: { ...(kind && { kind }), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** The change may be in force since. */
export const refreshApprovalRequests = () =>
  Promise.all(
    ['proposals', 'settings', 'clients', 'team', 'operator-keys', 'payment-desk', 'connections', 'imports'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
