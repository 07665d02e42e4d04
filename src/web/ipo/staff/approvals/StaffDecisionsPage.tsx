import { StaffOfferingFrame } from '../StaffOfferingFrame.tsx';
import { OpenApprovalRequest } from './OpenApprovalRequest.tsx';
import { ApprovalRequestsCard } from './ApprovalRequestsCard.tsx';

/** What two people decide, or have decided, for an offering. */
export function StaffDecisionsPage() {
  return (
    <StaffOfferingFrame>
      {(info) => (
        <>
          <OpenApprovalRequest info={info} />
          <ApprovalRequestsCard info={info} />
        </>
      )}
    </StaffOfferingFrame>
  );
}
