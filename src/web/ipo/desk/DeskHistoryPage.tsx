import { DeskHistoryCard } from './DeskHistoryCard.tsx';
import { DeskOfferingFrame } from './DeskOfferingFrame.tsx';

/** What staff did with an offering. */
export function DeskHistoryPage() {
  return <DeskOfferingFrame>{(info) => <DeskHistoryCard info={info} />}</DeskOfferingFrame>;
}
