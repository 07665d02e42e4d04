import { DeskHistoryCard } from './OfferingHistoryCard.tsx';
import { DeskOfferingFrame } from './StaffOfferingFrame.tsx';

/** What staff did with an offering. */
export function DeskHistoryPage() {
  return <DeskOfferingFrame>{(info) => <DeskHistoryCard info={info} />}</DeskOfferingFrame>;
}
