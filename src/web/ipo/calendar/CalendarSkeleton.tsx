import { Card } from '#web/ui/layout/Card.tsx';
import { Columns } from '#web/ui/layout/Page.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';

/** The place of some offerings. */
export function CalendarSkeleton() {
  return (
    <Columns wide>
      {Array.from({ length: 4 }, (_, index) => (
        <Card key={index} title={<Skeleton width="12rem" />} flush>
          <SkeletonRows count={6} />
        </Card>
      ))}
    </Columns>
  );
}
