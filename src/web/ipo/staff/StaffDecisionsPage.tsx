import { DeskOfferingFrame } from './StaffOfferingFrame.tsx';
import { OpenProposal } from './OpenApprovalRequest.tsx';
import { ProposalsCard } from './ApprovalRequestsCard.tsx';

/** What two people decide, or have decided, for an offering. */
export function DeskDecisionsPage() {
  return (
    <DeskOfferingFrame>
      {(info) => (
        <>
          <OpenProposal info={info} />
          <ProposalsCard info={info} />
        </>
      )}
    </DeskOfferingFrame>
  );
}
