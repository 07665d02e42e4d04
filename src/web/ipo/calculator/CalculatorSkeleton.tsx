import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './Calculator.module.css';

/** The place of the figures and of what follows from them. */
export function CalculatorSkeleton() {
  const t = useText();
  return (
    <SkeletonGroup label={t('common.loading')} className={styles.calculator}>
      <Card title={t('ipo.input_title')}>
        <div className={styles.placeholder}>
          <Skeleton shape="block" height="100%" />
        </div>
      </Card>
      <Card title={t('ipo.result_title')}>
        <FiguresSkeleton count={4} />
        <SkeletonRows count={8} />
      </Card>
    </SkeletonGroup>
  );
}
