import { Card } from '#web/ui/layout/Card.tsx';
import { FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import styles from './AccountCard.module.css';

/** The place of an account's card. */
export function AccountCardSkeleton() {
  return (
    <Card title={<Skeleton width="8rem" />}>
      <div className={styles.body}>
        <FiguresSkeleton count={1} />
        <div className={styles.lines}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
        <Skeleton width="9rem" />
        <Skeleton shape="block" height="var(--control)" />
      </div>
    </Card>
  );
}
