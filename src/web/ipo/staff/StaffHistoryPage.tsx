import { OfferingHistoryCard } from './OfferingHistoryCard.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { ScheduleCard } from './ScheduleCard.tsx';
import { StaffOfferingFrame } from './StaffOfferingFrame.tsx';

/** What staff did with an offering. */
export function StaffHistoryPage() {
  return (
    <StaffOfferingFrame>
      {(info) => (
        <Beside aside={<ScheduleCard info={info} />}>
          <OfferingHistoryCard info={info} />
        </Beside>
      )}
    </StaffOfferingFrame>
  );
}
