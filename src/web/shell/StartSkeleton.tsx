import { stored } from '#contract/kernel/constants.ts';
import { readCookie } from '#web/platform/session/browser-storage.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import styles from './layouts/SignedInFrame.module.css';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SidebarSkeleton } from './sidebar/SidebarSkeleton.tsx';

/** The frame's shape until the first texts and the profile are there; a guest, who has no profile, sees none. */
export function StartSkeleton() {
  if (!readCookie(stored.token)) return null;
  return (
    <div className={styles.frame}>
      <div className={styles.startBar}>
        <Skeleton width="8rem" height="1.5rem" />
      </div>
      <div className={styles.body}>
        <aside className={styles.side}>
          <SidebarSkeleton label={windowConfig.appName} />
        </aside>
        <div className={styles.content}>
          <Skeleton width="12rem" height="1.75rem" />
          <Skeleton shape="block" height="7rem" />
          <Skeleton shape="block" height="7rem" />
        </div>
      </div>
    </div>
  );
}
