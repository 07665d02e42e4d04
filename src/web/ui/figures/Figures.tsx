import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Figures.module.css';
import { Skeleton } from '../feedback/Skeleton.tsx';

/** Several `Stat`s side by side, short ones (`compact`) nearer to one another. */
export function Figures({ compact, children }: { compact?: boolean; children: ReactNode }) {
  return <div className={cx(styles.figures, compact && styles.compact)}>{children}</div>;
}

/** The place of `count` figures. */
export function FiguresSkeleton({ count, compact = false }: { count: number; compact?: boolean }) {
  return (
    <Figures compact={compact}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <div className={styles.label}>
            <Skeleton width="5rem" />
          </div>
          <div className={styles.value}>
            <Skeleton width="8rem" />
          </div>
        </div>
      ))}
    </Figures>
  );
}
