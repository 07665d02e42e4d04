import { BookTableCard } from './BookTableCard.tsx';
import { DeskOfferingFrame } from './StaffOfferingFrame.tsx';

/** The applications of an offering. */
export function DeskBookPage() {
  return <DeskOfferingFrame>{(info) => <BookTableCard info={info} />}</DeskOfferingFrame>;
}
