import { Skeleton } from '../feedback/Skeleton.tsx';
import styles from './Row.module.css';

/** The place of `Rows` that are on their way, each as high as a row of two lines. */
export const RowsSkeleton = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <div key={index} className={styles.row}>
      <Skeleton shape="circle" width={36} />
      <div className={styles.text}>
        <Skeleton width="9rem" />
      </div>
      <Skeleton width="4rem" />
    </div>
  ));
