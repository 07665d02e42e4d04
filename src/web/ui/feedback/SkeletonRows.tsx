import { Skeleton } from './Skeleton.tsx';
import styles from './SkeletonRows.module.css';

/** The place of a list: rows with a name and a figure, each as high as a row of `DataTable`. */
export function SkeletonRows({ count = 3 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className={styles.row}>
      <Skeleton width="9rem" />
      <Skeleton width="5rem" />
    </div>
  ));
}
