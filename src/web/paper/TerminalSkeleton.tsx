import { useText } from '#web/platform/i18n/i18n.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import terminalStyles from './Terminal.module.css';
import styles from './TerminalSkeleton.module.css';

/** The place of the parts while the account opens. */
export function TerminalSkeleton() {
  const t = useText();
  return (
    <SkeletonGroup label={t('common.loading')} className={terminalStyles.terminal}>
      <div className={styles.strip} />
      <div className={terminalStyles.watch}>
        <SkeletonRows count={9} />
      </div>
      <div className={terminalStyles.chart}>
        <Skeleton shape="block" height="100%" />
      </div>
      <div className={terminalStyles.ticket}>
        <SkeletonRows count={5} />
      </div>
    </SkeletonGroup>
  );
}
