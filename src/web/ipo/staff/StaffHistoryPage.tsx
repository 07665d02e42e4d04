import { OfferingHistoryCard } from './OfferingHistoryCard.tsx';
import { StaffOfferingFrame } from './StaffOfferingFrame.tsx';

/** What staff did with an offering, over the whole width: its details are long. */
export function StaffHistoryPage() {
  return <StaffOfferingFrame>{(info) => <OfferingHistoryCard info={info} />}</StaffOfferingFrame>;
}
