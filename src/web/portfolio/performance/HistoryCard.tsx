import type { Performance } from '#contract/portfolio/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import styles from '#web/platform/charts/LineChart.module.css';
import { NetWorthChart } from './NetWorthChart.tsx';

/** The net worth now, and at the end of each day of the range. */
export function HistoryCard({ query }: { query: Loadable<Performance> }) {
  const t = useText();
  const skeleton = (
    <>
      <FiguresSkeleton count={1} />
      <div className={styles.skeleton}>
        <Skeleton shape="block" height="100%" />
      </div>
    </>
  );
  return (
    <Card title={t('investor.worth_title')}>
      <Async query={query} skeleton={skeleton}>
        {({ points }) => (
          <>
            <Stat label={t('investor.now')} value={<Money amount={points.at(-1)?.usd ?? '0'} currency="USD" />} />
            {points.some(({ usd }) => trendOf(usd) !== 'flat') ? (
              <NetWorthChart days={points} />
            ) : (
              <p className={styles.nothing}>{t('investor.no_history')}</p>
            )}
          </>
        )}
      </Async>
    </Card>
  );
}
