import { useText } from '#web/platform/i18n/i18n.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import styles from './ScreenSkeleton.module.css';

/** The place of a screen whose code is still on its way: a heading and three cards. */
export function ScreenSkeleton() {
  const t = useText();
  return (
    <SkeletonGroup label={t('common.loading')} className={styles.screen}>
      <Skeleton width="12rem" height="1.75rem" />
      <Skeleton shape="block" height="7rem" />
      <Skeleton shape="block" height="7rem" />
      <Skeleton shape="block" height="7rem" />
    </SkeletonGroup>
  );
}
