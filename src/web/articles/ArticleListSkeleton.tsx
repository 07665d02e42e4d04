import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import styles from './ArticleList.module.css';

/** The place of some articles, in the view in which they will appear. */
export function ArticleListSkeleton({ isTileView }: { isTileView: boolean }) {
  return (
    <ul className={isTileView ? styles.tiles : styles.list}>
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index}>
          <div className={styles.teaser}>
            <h2>
              <Skeleton width="80%" />
            </h2>
            <div>
              <Skeleton />
              <Skeleton />
              <Skeleton width="60%" />
            </div>
            <Skeleton width="12rem" />
          </div>
        </li>
      ))}
    </ul>
  );
}
