import { useQuery } from '@tanstack/react-query';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { approvalRequestsQuery, isStep } from '#web/approvals/approvals-query.ts';
import { RequestedChange } from '#web/approvals/RequestedChange.tsx';

/** What awaits approval for a client, except limits and payments, which have their own place. */
export function WaitingNotes({ id }: { id: string }) {
  const waiting = useQuery(approvalRequestsQuery(id)).data?.approval_requests ?? [];
  return waiting.map((approvalRequest) =>
    approvalRequest.client && approvalRequest.kind !== 'limits' && !isStep(approvalRequest) ? (
      <ApprovalRequestNote key={approvalRequest.id} approvalRequest={approvalRequest}>
        <RequestedChange approvalRequest={approvalRequest} />
      </ApprovalRequestNote>
    ) : null,
  );
}
