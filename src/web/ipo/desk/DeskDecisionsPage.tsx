import { DeskOfferingFrame } from './DeskOfferingFrame.tsx';
import { OpenProposal } from './OpenProposal.tsx';
import { ProposalsCard } from './ProposalsCard.tsx';

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
