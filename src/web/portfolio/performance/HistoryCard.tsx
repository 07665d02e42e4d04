import type { ReactNode } from 'react';
import type { Performance } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import styles from '#web/platform/charts/LineChart.module.css';
import { NetWorthChart } from './NetWorthChart.tsx';

/** The return of the range that its control chooses, the net worth, and the worth at the end of each day. */
export function HistoryCard({ query, range }: { query: Loadable<Performance>; range: ReactNode }) {
  const t = useText();
  const format = useFormat();
  const skeleton = (
    <>
      <FiguresSkeleton count={1} />
      <div className={styles.skeleton}>
        <Skeleton shape="block" height="100%" />
      </div>
    </>
  );
  return (
    <Card title={t('investor.growth_title')} actions={range}>
      <Async query={query} skeleton={skeleton}>
        {({ points, time_weighted_percent: percent }) => (
          <>
            <Hero
              label={t('investor.time_weighted')}
              value={<Delta text={format.change(percent)} trend={trendOf(percent)} />}
              meaning={
                <>
                  {t('investor.worth_title')} <Sum amount={points.at(-1)?.usd ?? '0'} currency="USD" />
                </>
              }
            />
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
