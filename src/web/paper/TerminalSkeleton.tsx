import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './TerminalSkeleton.module.css';

/** The place of the account while its token is exchanged. */
export function TerminalSkeleton() {
  const t = useText();
  return (
    <SkeletonGroup label={t('common.loading')} className={styles.parts}>
      <Card>
        <FiguresSkeleton count={4} />
      </Card>
      <Card title={t('terminal.part_trades')} flush>
        <SkeletonRows count={5} />
      </Card>
    </SkeletonGroup>
  );
}
