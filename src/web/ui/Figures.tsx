import type { ReactNode } from 'react';
import styles from './Figures.module.css';
import { Skeleton } from './Skeleton.tsx';

/** Several `Stat`s side by side, under one another where there is no room. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>;
}

/** The place of `count` figures. */
export function FiguresSkeleton({ count }: { count: number }) {
  return (
    <Figures>
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
