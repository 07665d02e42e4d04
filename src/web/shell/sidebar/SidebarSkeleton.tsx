import { avatar } from '#contract/kernel/constants.ts';
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import styles from './Sidebar.module.css';

const menuRows = 6;

/** The menu's shape while the profile is on its way: avatar, two lines, six rows, a footer of two lines. */
export function SidebarSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className={styles.sidebar}>
      <div className={styles.profile}>
        <Skeleton shape="circle" width={avatar.sizePx} />
        <Skeleton width="60%" />
        <Skeleton width="80%" />
      </div>
      <div className={styles.menu}>
        {Array.from({ length: menuRows }, (_, row) => (
          <div key={row} className={styles.item}>
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
      <div className={styles.applications}>
        <Skeleton width="50%" />
        <Skeleton width="70%" />
      </div>
    </SkeletonGroup>
  );
}
