import { useQuery } from '@tanstack/react-query';
import { ProposalNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { proposalsQuery } from '#web/approvals/approvals-query.ts';
import { ProposedChange } from '#web/approvals/RequestedChange.tsx';

/** What waits for a second person before it counts for a client, but for limits, which have their place. */
export function WaitingNotes({ id }: { id: string }) {
  const waiting = useQuery(proposalsQuery(id)).data?.proposals ?? [];
  return waiting.map((proposal) =>
    proposal.client && proposal.kind !== 'limits' ? (
      <ProposalNote key={proposal.id} proposal={proposal}>
        <ProposedChange proposal={proposal} />
      </ProposalNote>
    ) : null,
  );
}
