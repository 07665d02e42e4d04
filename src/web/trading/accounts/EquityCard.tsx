import { useQuery } from '@tanstack/react-query';
import { ChartLine as ChartIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { equityQuery, equityRanges, type EquityRange } from '../account-queries.ts';
import styles from './EquityCard.module.css';

const EquityChart = lazy(async () => ({ default: (await import('./EquityChart.tsx')).EquityChart }));

/** How the equity of an account went, over a range that is chosen. */
export function EquityCard({ number }: { number: string }) {
  const t = useText();
  const [range, setRange] = useState<EquityRange>('3m');
  const query = useQuery(equityQuery(number, range));
  const space = (
    <div className={styles.space}>
      <Skeleton shape="block" height="100%" />
    </div>
  );
  const ranges = (
    <SegmentedControl
      label={t('investor.range')}
      options={equityRanges.map((value) => ({ value, label: t(`investor.range_${value}`) }))}
      value={range}
      onChange={setRange}
    />
  );
  return (
    <QueryCard query={query} title={t('trading.equity_title')} actions={ranges} skeleton={space}>
      {(curve) =>
        curve.points.length > 1 && curve.points.some(({ equity }) => trendOf(equity) !== 'flat') ? (
          <Suspense fallback={space}>
            <EquityChart curve={curve} />
          </Suspense>
        ) : (
          <EmptyState icon={ChartIcon} title={t('trading.no_curve_title')} text={t('trading.no_curve_text')} />
        )
      }
    </QueryCard>
  );
}
