import { OfferingHistoryCard } from './OfferingHistoryCard.tsx';
import { StaffOfferingFrame } from './StaffOfferingFrame.tsx';

/** What staff did with an offering. */
export function StaffHistoryPage() {
  return <StaffOfferingFrame>{(info) => <OfferingHistoryCard info={info} />}</StaffOfferingFrame>;
}
