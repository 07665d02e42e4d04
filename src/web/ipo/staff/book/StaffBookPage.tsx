import { BookTableCard } from './BookTableCard.tsx';
import { StaffOfferingFrame } from '../StaffOfferingFrame.tsx';

/** The applications of an offering. */
export function StaffBookPage() {
  return <StaffOfferingFrame>{(info) => <BookTableCard info={info} />}</StaffOfferingFrame>;
}
