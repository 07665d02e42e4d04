import { Card } from '#web/ui/layout/Card.tsx';
import { FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** The place of an account's card. */
export function AccountCardSkeleton() {
  return (
    <Card title={<Skeleton width="8rem" />}>
      <div className={flowStyles.stack}>
        <FiguresSkeleton count={1} />
        <Skeleton />
        <Skeleton width="9rem" />
        <Skeleton shape="block" height="var(--control)" />
      </div>
    </Card>
  );
}
