import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import styles from './ArticlePage.module.css';

/** The place of an article: its facts and its first paragraphs. */
export function ArticleSkeleton() {
  return (
    <div className={styles.body}>
      <Skeleton width="14rem" />
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  );
}
