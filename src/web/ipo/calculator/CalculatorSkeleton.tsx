import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/Skeleton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './Calculator.module.css';

/** The place of the figures and of what follows from them. */
export function CalculatorSkeleton() {
  const t = useText();
  return (
    <SkeletonGroup label={t('common.loading')} className={styles.calculator}>
      <Card>
        <div className={styles.placeholder}>
          <Skeleton shape="block" height="100%" />
        </div>
      </Card>
      <Card title={t('ipo.input_title')}>
        <div className={styles.placeholder}>
          <Skeleton shape="block" height="100%" />
        </div>
      </Card>
      <Card title={t('ipo.scenarios_title')}>
        <SkeletonRows count={6} />
      </Card>
    </SkeletonGroup>
  );
}
